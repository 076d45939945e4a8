/** Servers that lie, hang, flood and die: the right verdict, the evidence in the message, no process left. */

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RunEnvelope } from '../src/types/envelope.js';
import { fullMessage } from '../src/util/full-message.js';
import { chaos, folder, mcptest, type Ran, suite } from './lib/cli.js';
import { marked, noneLeft } from './lib/processes.js';

interface Scenario {
  command?: string[];
  server?: Record<string, unknown>;
  test?: Record<string, unknown>;
  env?: Record<string, string>;
  extra?: Record<string, unknown>;
  flags?: string[];
}

const ECHO = { name: 'case', tool: 'echo', args: { text: 'hi' } };

async function run(
  fault: string,
  scenario: Scenario = {},
): Promise<Ran & { run: RunEnvelope; mark: string }> {
  const mark = `CHAOS_MARK=${randomUUID()}`;
  const [name, value] = mark.split('=') as [string, string];
  const cwd = folder({
    'mcptest.yml': suite({
      servers: {
        chaos: {
          command: scenario.command ?? chaos(fault),
          env: { [name]: value, ...scenario.env },
          ...scenario.server,
        },
      },
      tools: [{ ...ECHO, ...scenario.test }],
      ...scenario.extra,
    }),
  });
  const ran = await mcptest(['run', '--reporter', 'json', ...(scenario.flags ?? [])], { cwd });
  // A server that is only still leaving when the command is over is ended by the watchdog.
  await expect.poll(() => marked(mark), { timeout: 5000 }).toEqual([]);
  return { ...ran, run: JSON.parse(ran.stdout) as RunEnvelope, mark };
}

const only = (ran: { run: RunEnvelope }) => {
  const result = ran.run.results[0]!;
  return { verdict: result.verdict, text: result.checks.map(fullMessage).join('\n') };
};

describe('chaos', () => {
  it('a missing command names what was looked for', async () => {
    const ran = await run('', { command: ['no-such-mcp-server', '--stdio'] });
    expect(only(ran)).toMatchObject({ verdict: 'inconclusive' });
    expect(only(ran).text).toMatch(/no-such-mcp-server/);
    expect(only(ran).text).toMatch(/PATH/);
    expect(ran.code).toBe(3);
  });

  it('a death at start shows exit code and stderr', async () => {
    const ran = await run('die-at-start');
    expect(only(ran).verdict).toBe('inconclusive');
    expect(only(ran).text).toMatch(/code 7[\s\S]*missing API key/i);
    expect(ran.code).toBe(3);
  });

  it('a hang in the handshake ends at the start-up deadline and says which stage hung', async () => {
    const ran = await run('hang-handshake', { server: { startup_timeout: '500ms' } });
    expect(only(ran).verdict).toBe('inconclusive');
    expect(only(ran).text).toMatch(/initialize/);
    expect(ran.code).toBe(3);
  });

  it('a hang in a call fails at the deadline', async () => {
    const ran = await run('hang-call', { server: { request_timeout: '300ms' } });
    expect(only(ran).verdict).toBe('fail');
    expect(only(ran).text).toMatch(/300\s?ms|0\.3\s?s/);
    expect(ran.code).toBe(1);
  });

  it('a death in a call fails with exit code and stderr, and the next test gets a fresh process', async () => {
    const ran = await run('none', {
      test: { tool: 'crash', args: {} },
      extra: { tests: [{ type: 'tool', name: 'after', tool: 'echo', args: { text: 'still here' } }] },
    });
    expect(only(ran).verdict).toBe('fail');
    expect(only(ran).text).toMatch(/code 9/);
    expect(ran.run.results[1]).toMatchObject({ name: 'after', verdict: 'pass' });
    expect(ran.run.provenance.servers[0]!.restarts).toBe(1);
    expect(ran.code).toBe(1);
  });

  it.each([
    ['noise', 'stdout-noise'],
    ['wrong-id', 'unmatched-id'],
    ['duplicate-id', 'duplicate-id'],
  ])('%s is a finding', async (fault, rule) => {
    const ran = await run(fault, fault === 'wrong-id' ? { server: { request_timeout: '3s' } } : {});
    expect(ran.run.findings?.map((finding) => finding.rule)).toContain(rule);
    expect(only(ran).verdict).toBe(fault === 'wrong-id' ? 'fail' : 'pass');
  });

  it('noise fails a test of compliance, and with --lenient-stdout nothing', async () => {
    const compliance = [{ name: 'handshake', server: 'chaos', check: 'initialize' }];
    const strict = await run('noise', { extra: { compliance } });
    expect(strict.run.results.map(({ verdict }) => verdict)).toEqual(['pass', 'fail']);
    const lenient = await run('noise', { extra: { compliance }, flags: ['--lenient-stdout'] });
    expect(lenient.run.results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
    expect(lenient.run.findings).toMatchObject([{ rule: 'stdout-noise', severity: 'warning' }]);
  });

  it('a flood on stderr does not block', async () => {
    const ran = await run('stderr-flood');
    expect(only(ran).verdict).toBe('pass');
  });

  it('100 MB without a newline is cut off at the limit', async () => {
    const ran = await run('no-newline');
    expect(only(ran).verdict).toBe('fail');
    expect(only(ran).text).toMatch(/64 MB|exceeds/i);
  });

  it('a character split over two writes arrives whole', async () => {
    const ran = await run('split-utf8', {
      test: { expect: [{ 'result.content[0].text': { not: { contains: '\ufffd' } } }] },
    });
    expect(only(ran).verdict).toBe('pass');
  });

  it('a repeating cursor ends the list and is named', async () => {
    const ran = await run('repeat-cursor', { extra: { coverage: { tools: 10 } } });
    expect(only(ran).verdict).toBe('pass');
    expect(ran.run.coverage?.unmeasured?.[0]?.reason).toMatch(/cursor/);
    expect(ran.code).toBe(3);
  });

  it('a name that two tools share is not judged: nobody knows which one answered', async () => {
    const ran = await run('twin-tools');
    expect(only(ran)).toMatchObject({
      verdict: 'inconclusive',
      text: expect.stringContaining('lists 2 tools called "echo"'),
    });
    expect(ran.code).toBe(3);
  });

  it('a server that ignores EOF and SIGTERM is killed with its children', async () => {
    const ran = await run('ignore-eof');
    expect(only(ran).verdict).toBe('pass');
  });

  it('what a server leaves behind is killed and told', async () => {
    const ran = await run('leave-orphan');
    expect(only(ran).verdict).toBe('pass');
    // One that was only just coming up when the server was told to leave is found after the report.
    const told = [...(ran.run.findings ?? []).map(({ message }) => message), ran.stderr].join('\n');
    expect(told).toMatch(/processes that the server started outlived it and were killed: \d+/);
  });

  it.each(['none', 'ignore-eof', 'hang-call', 'leave-orphan'])(
    'SIGKILL of mcptest leaves no process behind (%s)',
    async (fault) => {
      const value = randomUUID();
      const cwd = folder({
        'mcptest.yml': suite({
          servers: { chaos: { command: chaos(fault), env: { CHAOS_MARK: value } } },
          tools: [
            {
              ...ECHO,
              tool: fault === 'ignore-eof' || fault === 'hang-call' ? 'echo' : 'slow',
              args: { ms: 20_000, text: 'x' },
            },
          ],
        }),
      });
      const ran = await mcptest(['run'], {
        cwd,
        during: (child) => {
          const watch = setInterval(() => {
            if (marked(value).length === 0) return;
            clearInterval(watch);
            child.kill('SIGKILL');
          }, 20);
        },
      });
      expect(ran.code).toBeNull();
      await noneLeft(value);
    },
  );
});
