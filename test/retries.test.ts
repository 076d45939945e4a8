/** What `--retries` leaves in a run: every attempt, the last as the row itself; and what a flag beats. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOOPBACK_KEY, startProvider } from '../fixtures/provider/loopback.js';
import type { RunEnvelope } from '../src/types/envelope.js';
import { folder, mcptest } from './lib/cli.js';
import { runFiles, startMock } from './lib/in-process.js';

const SECRET = 'hunter2-hunter2-hunter2';
const MOCK = {
  mock_server: {
    tools: [
      {
        name: 'job',
        responses: [
          {
            sequence: ['queued', `running with ${SECRET}`, 'done'].map((state) => ({
              response: { content: [{ type: 'text', text: state }] },
            })),
          },
        ],
      },
    ],
  },
};
const servers = { m: { command: ['mcptest', 'mock', '--tools-from', 'mock.yml'] } };

async function ran(suite: object, args: string[], env: Record<string, string> = {}) {
  const dir = folder({
    'mock.yml': JSON.stringify(MOCK),
    'mcptest.yml': JSON.stringify({ servers, ...suite }),
  });
  const { code, stderr } = await mcptest(['run', '--reporter', 'json=run.json', ...args], { cwd: dir, env });
  const envelope = JSON.parse(readFileSync(join(dir, 'run.json'), 'utf8')) as RunEnvelope;
  return { code, stderr, envelope, row: envelope.results[0]! };
}

const text = (part: { trace?: { calls: { result?: unknown }[] } }): unknown =>
  (part.trace!.calls[0]!.result as { content: { text: string }[] }).content[0]!.text;

describe('attempts', () => {
  const tools = [{ name: 'ends', tool: 'job', expect: [{ 'result.content[0].text': { contains: 'done' } }] }];

  it('are kept in order, redacted, and the last is the row', async () => {
    const { code, envelope, row } = await ran({ tools }, ['--retries', '3'], { JOB_TOKEN: SECRET });
    expect(code).toBe(0);
    expect(envelope.summary.flaky).toBe(1);
    expect(row).toMatchObject({ verdict: 'pass', flaky: true, attempts: 3 });
    expect(text(row)).toBe('done');
    expect(row.earlier_attempts!.map((one) => [one.verdict, text(one)])).toEqual([
      ['fail', 'queued'],
      ['fail', 'running with [secret:JOB_TOKEN]'],
    ]);
    expect(row.earlier_attempts![0]!.checks[0]).toMatchObject({ outcome: 'fail', actual: 'queued' });
  });

  it('end where the retries do', async () => {
    const { code, row } = await ran({ tools }, ['--retries', '1']);
    expect(code).toBe(1);
    expect(row).toMatchObject({ verdict: 'fail', flaky: false, attempts: 2 });
    expect(row.earlier_attempts).toHaveLength(1);
  });

  it('are not told of where there was one', async () => {
    const { row } = await ran({ tools: [{ ...tools[0], expect: [] }] }, ['--retries', '3']);
    expect(row).not.toHaveProperty('attempts');
    expect(row).not.toHaveProperty('earlier_attempts');
  });

  it('of an agent are kept with what it did', async () => {
    const agents = [
      {
        name: 'asks once',
        model: 'scripted',
        prompt: 'Is it done?',
        script: [{ call: 'm.job', args: {} }, { say: 'no' }],
        expect: [{ final_response: { contains: 'yes' } }],
      },
    ];
    const { code, row, stderr } = await ran({ agents }, ['--retries', '2']);
    expect(code, stderr).toBe(1);
    expect(row).toMatchObject({ verdict: 'fail', attempts: 3 });
    expect(row.earlier_attempts!.map(({ trace }) => trace?.final_response)).toEqual(['no', 'no']);
  });

  it('are not made of several runs, whose rate would be none, nor of a recording', async () => {
    const agent = { model: 'scripted', prompt: 'Is it done?', script: [{ say: 'no' }] };
    const expected = { expect: [{ final_response: { contains: 'yes' } }] };
    const agents = [{ name: 'often', runs: 3, ...agent, ...expected }];
    const { envelope } = await ran({ agents }, ['--retries', '2']);
    expect(envelope.results.map(({ verdict, attempts }) => [verdict, attempts])).toEqual(
      Array.from({ length: 3 }, () => ['fail', undefined]),
    );
    const once = [{ name: 'once', ...agent, ...expected }];
    const dir = folder({
      'mock.yml': JSON.stringify(MOCK),
      'mcptest.yml': JSON.stringify({ servers, agents: once }),
    });
    await mcptest(['record'], { cwd: dir });
    const { stdout } = await mcptest(['run', '--retries', '2', '--reporter', 'json'], { cwd: dir });
    const replayed = JSON.parse(stdout) as RunEnvelope;
    expect(replayed.provenance.mode).toBe('replay');
    expect(replayed.results.map(({ verdict, attempts }) => [verdict, attempts])).toEqual([
      ['fail', undefined],
    ]);
  });
});

describe('a case that passes when it is tried again', () => {
  it('is flaky, and counts in the figures as what it was at first', async () => {
    const provider = await startProvider('anthropic', [
      { text: 'No.' },
      { calls: [{ name: 'm__job', args: {} }] },
      { text: 'Done.' },
    ]);
    onTestFinished(() => provider.close());
    const agent = {
      name: 'jobs',
      model: 'claude-sonnet-4-5',
      prompt: 'Do the job.',
      retries: 2,
      expect_tools: 'job',
      cases: [{ name: 'one' }],
    };
    const models = { 'claude-sonnet-4-5': { base_url: provider.url } };
    const { envelope } = await ran({ models, agents: [agent] }, [], { ANTHROPIC_API_KEY: LOOPBACK_KEY });
    const [row] = envelope.results;
    expect(row).toMatchObject({ verdict: 'pass', flaky: true, attempts: 2 });
    expect(row!.notes).toContain('the figures of all cases count the first attempt');
    expect(envelope.datasets![0]).toMatchObject({ n: 1, correct: 0, accuracy: 0 });
  });
});

describe('a flag beats the key of a test, which beats that of its suite', () => {
  const failing = { tool: 'job', expect: [{ 'result.content[0].text': 'never' }] };
  const agent = { model: 'scripted', prompt: 'x', expect: [{ final_response: 'never' }] };

  it.each([
    { flag: 0, test: 2, suite: 1, attempts: 1 },
    { flag: 2, test: 0, suite: 1, attempts: 3 },
    { flag: 1, test: undefined, suite: 2, attempts: 2 },
    { flag: undefined, test: 0, suite: 2, attempts: 1 },
    { flag: undefined, test: undefined, suite: 2, attempts: 3 },
    { flag: undefined, test: undefined, suite: undefined, attempts: 1 },
  ])('retries: $flag, $test, $suite', async ({ flag, test, suite, attempts }) => {
    const url = await startMock(MOCK.mock_server);
    const own = test === undefined ? {} : { retries: test };
    const data = {
      servers: { m: { url } },
      run_options: suite === undefined ? {} : { retries: suite },
      tools: [{ name: 'plain', ...failing, ...own }],
      agents: [{ name: 'agent', ...agent, script: [{ say: 'no' }], ...own }],
    };
    const { envelope } = await runFiles({ 'mcptest.yml': data }, { retries: flag });
    expect(envelope.results.map((row) => row.attempts ?? 1)).toEqual([attempts, attempts]);
  });

  it.each([
    { flag: 50, test: '60m', suite: '60m', late: true },
    { flag: 3_600_000, test: '50ms', suite: '50ms', late: false },
    { flag: undefined, test: '50ms', suite: '60m', late: true },
    { flag: undefined, test: '60m', suite: '50ms', late: false },
    { flag: undefined, test: undefined, suite: '50ms', late: true },
  ])('timeout: $flag, $test, $suite', async ({ flag, test, suite, late }) => {
    const response = { content: [{ type: 'text', text: 'ok' }] };
    const url = await startMock({ tools: [{ name: 'slow', responses: [{ delay: '400ms', response }] }] });
    const own = test === undefined ? {} : { timeout: test };
    const data = {
      servers: { m: { url } },
      run_options: { timeout: suite },
      tools: [{ name: 'plain', tool: 'slow', ...own }],
      agents: [
        {
          name: 'agent',
          ...agent,
          script: [{ call: 'm.slow' }, { call: 'm.slow' }, { say: 'never' }],
          ...own,
        },
      ],
    };
    const { envelope } = await runFiles({ 'mcptest.yml': data }, { timeout_ms: flag });
    const verdict = late ? 'fail' : 'pass';
    expect(envelope.results.map((row) => row.verdict)).toEqual([verdict, verdict]);
  });
});
