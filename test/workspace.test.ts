// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
/** What suites share: servers of a matrix, folders, a workspace; and what one command needs of all that. */
import { describe, expect, it } from 'vitest';
import type { RunEnvelope } from '../src/types/envelope.js';
import { chaos, folder, mcptest, suite } from './lib/cli.js';

const json = async (args: string[], cwd: string) => {
  const ran = await mcptest(['run', ...args, '--reporter', 'json'], { cwd });
  return { ...ran, envelope: JSON.parse(ran.stdout || '{}') as RunEnvelope };
};

describe('matrix', () => {
  const servers = {
    stdio: { command: chaos('none') },
    http: { command: chaos('none') },
    other: { command: chaos('none') },
  };
  const matrix = { server: ['stdio', 'http'] };
  const expectHi = [{ 'result.content[0].text': { contains: 'hi' } }];

  it('covers a tool that was called on one of the servers, and counts their tools once', async () => {
    const cwd = folder({
      'mcptest.yml': suite({
        servers,
        tools: [
          { name: 'echoes', tool: 'echo', args: { text: 'hi' }, matrix, expect: expectHi },
          { name: 'sees', tool: 'env_names', args: {}, server: 'http' },
        ],
      }),
    });
    const { envelope, code } = await json([], cwd);
    expect(code).toBe(0);
    expect(envelope.results.map(({ name }) => name)).toEqual(['echoes [stdio]', 'echoes [http]', 'sees']);
    expect(envelope.coverage).toMatchObject({
      total: 7,
      covered: 2,
      tools: [{ server: 'stdio', servers: ['stdio', 'http'], total: 7, covered: 2 }],
    });
    const one = await json(['--filter', 'echoes [http]'], cwd);
    expect(one.envelope.results.map(({ name }) => name)).toEqual(['echoes [http]']);
    const parts = await Promise.all(
      [1, 2, 3].map((index) =>
        mcptest(['run', '--shard', `${index}/3`, '--output', `part${index}.json`, '--reporter', 'json'], {
          cwd,
        }),
      ),
    );
    expect(parts.map((part) => part.code)).toEqual([0, 0, 0]);
    const merged = await mcptest(
      ['report', '--merge', 'part1.json', 'part2.json', 'part3.json', '--format', 'json'],
      { cwd },
    );
    const whole = JSON.parse(merged.stdout) as RunEnvelope;
    expect(whole.coverage).toMatchObject({ total: 7, covered: 2 });
    expect(whole.results.map(({ id }) => id)).toEqual(envelope.results.map(({ id }) => id));
  });

  it('fails in the row of the server that fails, with snapshots and retries of its own', async () => {
    const cwd = folder({
      'mcptest.yml': suite({
        servers: { ...servers, http: { command: ['./not-there'] } },
        tools: [
          {
            name: 'kept',
            tool: 'echo',
            args: { text: 'hi' },
            matrix,
            expect: [{ result: { snapshot: true } }],
          },
        ],
      }),
    });
    const { envelope, code } = await json([], cwd);
    expect(code).toBe(3);
    expect(envelope.results.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['kept [stdio]', 'pass'],
      ['kept [http]', 'inconclusive'],
    ]);
    expect(envelope.snapshots?.written).toHaveLength(1);
  });
});

describe('introspection', () => {
  it('needs only the variables of the server that it starts', async () => {
    const cwd = folder({
      'mcptest.yml': suite({
        servers: {
          free: { command: chaos('none') },
          locked: { command: chaos('none'), env: { KEY: '${env:NOT_SET_ANYWHERE}' } },
        },
        tools: [{ name: 'x', tool: 'echo', server: 'free', args: { text: '${env:NOT_SET_EITHER}' } }],
      }),
    });
    const free = await mcptest(['tools', 'free'], { cwd });
    expect(free.code, free.stderr).toBe(0);
    expect(free.stdout).toContain('echo');
    expect((await mcptest(['call', 'free', 'echo', 'text=hi'], { cwd })).code).toBe(0);
    const locked = await mcptest(['tools', 'locked'], { cwd });
    expect(locked.code).toBe(2);
    expect(locked.stderr).toContain('NOT_SET_ANYWHERE');
    expect(locked.stderr).not.toContain('NOT_SET_EITHER');
    expect((await mcptest(['tools', 'fre'], { cwd })).stderr).toContain('free');
    expect((await json([], cwd)).code).toBe(2);
  });
});
