import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redact/redactor.js';
import type { Connection, Reply } from '../types/connection.js';
import type { Driver, Turn } from '../types/driver.js';
import { createRecorder } from './record.js';
import { createReplayer } from './replay.js';

const redactor = createRedactor([{ name: 'TOKEN', value: 'a-long-secret-value' }]);
const info = {
  transport: 'stdio' as const,
  era: 'legacy' as const,
  protocol_version: '2025-11-25',
  capabilities: {},
  auth: 'none' as const,
};
const options = { tools: [], timeout_ms: 1000 };

const driver: Driver = {
  model: 'm',
  provider: 'anthropic',
  turn: async () => ({
    turn: {
      text: 'I use a-long-secret-value.',
      reasoning: 'hm',
      calls: [{ id: `random-${Math.random()}`, tool: 't', args: { key: 'a-long-secret-value' } }],
      usage: { input: 1, output: 2, total: 3 },
      finish: 'tool-calls',
      replay: [{ kind: 'reasoning', meta: {} }],
    },
  }),
};

function connection(answer: Reply): Connection {
  return {
    name: 'store',
    info,
    alive: true,
    request: async () => answer,
    list: async () => ({ items: [], pages: 1 }),
    faults: () => [],
    stderrTail: () => '',
    close: async () => {},
  };
}

const reply: Reply = { kind: 'result', result: { content: [] }, duration_ms: 12.5, progress: [] };

async function recorded() {
  const recorder = createRecorder(redactor);
  await recorder.driver(driver).turn([], options);
  await recorder
    .connection(connection(reply))
    .request('tools/call', { name: 't', arguments: { key: 'a-long-secret-value' } });
  return { catalog: 0, events: recorder.events };
}

describe('a recorder', () => {
  it('holds placeholders, its own numbers for ids, no reasoning and no times', async () => {
    const { events } = await recorded();
    expect(events).toEqual([
      {
        turn: {
          text: 'I use [secret:TOKEN].',
          calls: [{ id: 'call_1', tool: 't', args: { key: '[secret:TOKEN]' } }],
          usage: { input: 1, output: 2, total: 3 },
          finish: 'tool-calls',
        },
      },
      {
        server: 'store',
        method: 'tools/call',
        params: { name: 't', arguments: { key: '[secret:TOKEN]' } },
        reply: { kind: 'result', result: { content: [] } },
      },
    ]);
  });
});

it.each<[Reply, object]>([
  [
    { kind: 'error', error: { code: 1, message: 'no a-long-secret-value' }, duration_ms: 1, progress: [] },
    { kind: 'error', error: { code: 1, message: 'no [secret:TOKEN]' } },
  ],
  [
    { kind: 'died', message: 'it said a-long-secret-value', duration_ms: 1, progress: [] },
    { kind: 'died', message: 'it said [secret:TOKEN]' },
  ],
])('a recorder holds placeholders also in %j', async (failed, kept) => {
  const recorder = createRecorder(redactor);
  await recorder.connection(connection(failed)).request('tools/call');
  expect(recorder.events).toEqual([{ server: 'store', method: 'tools/call', reply: kept }]);
});

it('a recorder holds placeholders also in the warnings of a provider', async () => {
  const recorder = createRecorder(redactor);
  const turn: Turn = { calls: [], finish: 'stop', warnings: ['a-long-secret-value is not supported'] };
  await recorder.driver({ ...driver, turn: async () => ({ turn }) }).turn([], options);
  expect(recorder.events).toMatchObject([{ turn: { warnings: ['[secret:TOKEN] is not supported'] } }]);
});

describe('a replayer', () => {
  it('answers in the recorded order and is used up', async () => {
    const replayer = createReplayer(await recorded(), redactor);
    expect(replayer.unused()).toBe(2);
    const outcome = await replayer.driver('m', 'anthropic').turn([], options);
    expect(outcome).toMatchObject({ turn: { text: 'I use [secret:TOKEN].' } });
    const args = { name: 't', arguments: { key: '[secret:TOKEN]' } };
    expect(await replayer.connection('store', info, []).request('tools/call', args)).toMatchObject({
      kind: 'result',
    });
    expect(replayer.unused()).toBe(0);
    expect(replayer.problem).toBeUndefined();
  });

  it.each([
    ['another tool', 'store', { name: 'other', arguments: {} }],
    ['another server', 'elsewhere', { name: 't', arguments: { key: '[secret:TOKEN]' } }],
  ])('says what does not fit: %s', async (_, server, params) => {
    const replayer = createReplayer(await recorded(), redactor);
    await replayer.driver('m', 'anthropic').turn([], options);
    expect(await replayer.connection(server, info, []).request('tools/call', params)).toMatchObject({
      kind: 'invalid',
    });
    expect(replayer.problem).toContain(
      `interaction 2 is tools/call of store, and not this tools/call of ${server}`,
    );
    expect(await replayer.driver('m', 'anthropic').turn([], options)).toMatchObject({
      failure: { kind: 'malformed' },
    });
  });

  it('does not take the turn of one agent for that of another', async () => {
    const replayer = createReplayer(await recorded(), redactor);
    await replayer.driver('m', 'anthropic', 'worker').turn([], options);
    expect(replayer.problem).toContain('not a turn of worker');
  });
});
