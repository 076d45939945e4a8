/** Models that loop, lie, flood or hang: judged, bounded by turns and time, never a crash. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  LOOPBACK_KEY,
  type LoopbackProvider,
  type Reply,
  startProvider,
} from '../fixtures/provider/loopback.js';
import type { ReplyScript, SeenRequest } from '../fixtures/provider/replies.js';
import { judgedPart, manifest, mock, project, runAgents } from './lib/agents.js';
import { mcptest } from './lib/cli.js';
import { noneLeft } from './lib/processes.js';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  await Promise.all(providers.splice(0).map((provider) => provider.close()));
});

async function run(script: ReplyScript, over: object = {}, args: string[] = [], model: object = {}) {
  const provider = await startProvider('anthropic', script);
  providers.push(provider);
  const cwd = project({
    'store.json': manifest('store', [{ name: 'read', text: 'value' }]),
    'mcptest.yml': {
      models: { 'claude-sonnet-4-5': { base_url: provider.url, price: { input: 3, output: 15 }, ...model } },
      servers: { store: mock('store.json') },
      agents: [
        {
          name: 'copes',
          model: 'claude-sonnet-4-5',
          prompt: 'Read it.',
          expect: [{ tool_names: { contains: 'read' } }],
          ...over,
        },
      ],
    },
  });
  const ran = await runAgents(cwd, args);
  return { ...ran, cwd, provider, row: ran.envelope?.results[0] };
}

const reads = (extra: object = {}): Reply => ({ calls: [{ name: 'store__read', args: {}, ...extra }] });
const replies =
  (...list: Reply[]) =>
  (request: SeenRequest): Reply => {
    const played = request.body.messages.filter(({ role }: { role: string }) => role === 'assistant').length;
    return list[Math.min(played, list.length - 1)]!;
  };

describe('a model that', () => {
  it('never stops calling ends at max_turns and is judged', async () => {
    const { row, provider, code } = await run(replies(reads()), { max_turns: 4, stability: {} });
    expect(provider.requests).toHaveLength(4);
    expect(row?.trace?.calls).toHaveLength(4);
    expect(row?.notes).toContain('stopped after 4 turns without an answer');
    expect(row?.figures['stability.loops']).toBe(50);
    expect(row?.trace?.final_response).toBe('');
    expect(code).toBe(row?.verdict === 'pass' ? 0 : 1);
  });

  it('calls a tool that is not there is told so, and it counts', async () => {
    const { row, provider } = await run(
      replies({ calls: [{ name: 'rm_rf', args: { path: '/' } }] }, reads(), { text: 'Done.' }),
      { equal_function_sets: { classes: [{ name: 'read', members: ['read'] }] } },
    );
    expect(row?.trace?.calls[0]).toMatchObject({ tool: 'rm_rf', is_error: true });
    expect(row?.trace?.calls[0]?.server).toBeUndefined();
    expect(JSON.stringify(provider.requests[1]?.body.messages)).toContain('There is no tool named rm_rf');
    expect(row?.figures['tool_selection.precision']).toBe(50);
  });

  it('sends arguments of the wrong shape is told so, and they are kept as they came', async () => {
    const { row } = await run(
      replies({ calls: [{ name: 'store__read', args: [1, 2] }] }, reads(), { text: 'Done.' }),
      { orchestration: {} },
    );
    expect(row?.trace?.calls[0]).toMatchObject({ tool: 'read', args: [1, 2], is_error: true });
    expect(row?.figures['orchestration.syntax']).toBe(50);
    expect(row?.figures['orchestration.error_recovery']).toBe(100);
  });

  it.each([
    ['never answers', [{ hang: true }], '700ms'],
    ['hangs after a call', replies(reads(), { hang: true }), '6s'],
  ])('%s is inconclusive, also when the deadline of the test ends it', async (_, script, timeout) => {
    const { row, code } = await run(script, { timeout });
    expect(row?.checks[0]).toMatchObject({ target: 'model', matcher: 'answers', outcome: 'inconclusive' });
    expect(row?.checks[0]?.message).toContain('the model did not answer within');
    expect(code).toBe(3);
  });

  it('waits for a tool past the deadline fails, and the same on replay', async () => {
    const slow = { timeout: '4s', faults: [{ server: 'store', kind: 'slow', ms: 60_000 }] };
    const live = await run(replies(reads(), { text: 'Done.' }), slow, ['--record']);
    expect(live.row?.checks[0]).toMatchObject({ target: 'run', matcher: 'deadline', outcome: 'fail' });
    const replay = await runAgents(live.cwd, []);
    expect(replay.envelope.summary.cached).toBe(1);
    expect(judgedPart(replay.envelope)).toEqual(judgedPart(live.envelope));
  });

  it('that answers at once after a tool past the deadline fails each time, however early a timer is', async () => {
    const cwd = project({
      'store.json': manifest('store', [{ name: 'read', text: 'value' }]),
      'mcptest.yml': {
        servers: { store: mock('store.json') },
        agents: [
          {
            name: 'copes',
            model: 'scripted',
            prompt: 'Read it.',
            script: [{ call: 'store.read' }, { say: 'Done.' }],
            share_servers: true,
            runs: 25,
            timeout: '60ms',
            faults: [{ kind: 'slow', ms: 60_000 }],
            expect: [{ final_response: 'Done.' }],
          },
        ],
      },
    });
    const { envelope } = await runAgents(cwd, []);
    expect(envelope.results.map(({ verdict }) => verdict)).toEqual(Array(25).fill('fail'));
  });

  it('answers with 5 MB is judged on what is kept', async () => {
    const flood = 'All work and no play. '.repeat(240_000);
    const { row, code, cwd } = await run(
      replies(reads(), { text: flood }),
      { expect: [{ final_response: { starts_with: 'All work' } }] },
      ['--record'],
    );
    expect(code).toBe(0);
    const kept = row?.trace?.final_response as unknown;
    expect(JSON.stringify(kept).length).toBeLessThan(1_100_000);
    expect(readFileSync(join(cwd, 'cassettes/copes.json'), 'utf8').length).toBeLessThan(1_100_000);
  });

  it('makes hundreds of calls at once has 128 of them carried out', async () => {
    const many = { calls: Array.from({ length: 300 }, () => ({ name: 'store__read', args: {} })) };
    const { row } = await run(replies(many, { text: 'Done.' }));
    expect(row?.trace?.calls).toHaveLength(128);
    expect(row?.notes?.join()).toContain('a turn made 300 calls');
    expect(row?.verdict).toBe('pass');
  });

  it('declines is judged by what it did not do', async () => {
    const { row } = await run([{ refusal: 'I would rather not.' }]);
    expect(row?.verdict).toBe('fail');
    expect(row?.notes).toContain('the model declined');
  });

  it.each([
    ['is not allowed in', { status: 401, text: 'invalid x-api-key' }],
    ['refuses the request', { status: 400, text: 'bad' }],
  ])('%s leaves the run unjudged', async (_, reply) => {
    const { row, code } = await run([reply]);
    expect(row?.checks[0]).toMatchObject({ target: 'model', outcome: 'inconclusive' });
    expect(code).toBe(3);
  });

  it('is asked again after 429, as the provider says, and that stands on the row', async () => {
    const later = replies(reads(), { text: 'Done.' });
    const { row, provider } = await run((request, index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '0' }, text: 'slow down' } : later(request),
    );
    expect(provider.requests).toHaveLength(3);
    expect(row?.notes?.join()).toContain('asked again 1 time');
    expect(row?.trace?.turns?.[0]?.retries).toBe(1);
    expect(row?.verdict).toBe('pass');
  });
});

describe('a model that limits its rate', () => {
  it('is left alone by all runs for as long as it asks, and asked by no more at a time than it may', async () => {
    const came: number[] = [];
    let told = 0;
    let open = 0;
    let most = 0;
    const { envelope, provider, code } = await run(
      async (request, index) => {
        came.push(performance.now());
        open += 1;
        most = Math.max(most, open);
        await new Promise((later) => setImmediate(later));
        open -= 1;
        if (index > 0) return replies(reads(), { text: 'Done.' })(request);
        told = performance.now();
        return { status: 429, headers: { 'retry-after': '1' }, text: 'slow down' };
      },
      { runs: 4 },
      ['--concurrency', '4'],
      { concurrency: 1 },
    );
    expect(code).toBe(0);
    expect(envelope.results.map(({ trace }) => trace?.turns?.[0]?.retries ?? 0).sort()).toEqual([0, 0, 0, 1]);
    expect(provider.requests).toHaveLength(9);
    // Never too early, however slow the machine; a timer may be off by a millisecond.
    expect(came[1]! - told).toBeGreaterThan(995);
    expect(most).toBe(1);
  });
});

describe('an interruption', () => {
  it('ends agents and their servers, with the partial report', async () => {
    const provider = await startProvider('anthropic', [{ hang: true }]);
    providers.push(provider);
    const mark = randomUUID();
    const cwd = project({
      'store.json': manifest('store', [{ name: 'read' }]),
      'mcptest.yml': {
        models: { 'claude-sonnet-4-5': { base_url: provider.url } },
        servers: { store: { ...mock('store.json'), env: { MARK: mark } } },
        agents: [
          {
            name: 'waits',
            model: 'claude-sonnet-4-5',
            prompt: 'Read it.',
            expect: [{ final_response: { contains: 'x' } }],
          },
        ],
      },
    });
    const { code, stdout } = await mcptest(['run', '--reporter', 'json'], {
      cwd,
      env: { ANTHROPIC_API_KEY: LOOPBACK_KEY },
      during: (child) => void provider.arrived(1).then(() => child.kill('SIGINT')),
    });
    expect(code).toBe(130);
    expect(JSON.parse(stdout).results[0].checks[0].message).toBe('interrupted before it was judged');
    await noneLeft(mark);
  });
});

describe('one run of many', () => {
  it('that could not be made counts in no figure', async () => {
    const { envelope, code } = await run(
      (request, index) =>
        index === 0 ? { status: 400, text: 'bad' } : replies(reads(), { text: 'Done.' })(request),
      { runs: 3, tool_selection: { expected_tool: 'read', min_selection_rate: 1 } },
      ['--concurrency', '1'],
    );
    expect(envelope.results.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'pass', 'pass']);
    expect(envelope.tool_selection?.[0]).toMatchObject({ runs: 2, selected: 2, passed: true });
    expect(envelope.groups?.[0]?.explain?.join()).toContain('1 of 3 could not be made');
    expect(code).toBe(3);
  });
});

describe('a tool that answers with 5 MB', () => {
  it('is cut for the model and in the record', async () => {
    const provider = await startProvider('anthropic', replies(reads(), { text: 'Done.' }));
    providers.push(provider);
    const cwd = project({
      'store.json': manifest('store', [{ name: 'read', text: 'lorem ipsum '.repeat(420_000) }]),
      'mcptest.yml': {
        models: { 'claude-sonnet-4-5': { base_url: provider.url } },
        servers: { store: mock('store.json') },
        agents: [
          {
            name: 'copes',
            model: 'claude-sonnet-4-5',
            prompt: 'Read it.',
            expect: [{ tool_names: { contains: 'read' } }],
          },
        ],
      },
    });
    const { code } = await runAgents(cwd, ['--record']);
    expect(code).toBe(0);
    const answered = JSON.stringify(provider.requests[1]?.body.messages);
    expect(answered.length).toBeLessThan(220_000);
    expect(answered).toContain('more characters were cut off');
    expect(readFileSync(join(cwd, 'cassettes/copes.json'), 'utf8').length).toBeLessThan(1_100_000);
  });
});
