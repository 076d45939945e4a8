import { expect, it } from 'vitest';
import { createRedactor } from '../redact/redactor.js';
import type { RecordedExchange } from '../types/cassette.js';
import type { Connection, Reply } from '../types/connection.js';
import { verifyServer } from './verify-server.js';

const rest = { duration_ms: 0, progress: [] };

function server(answer: (method: string) => Reply, tools: Record<string, unknown>[] = []): Connection {
  return {
    name: 'live',
    alive: true,
    info: { transport: 'stdio', era: 'legacy', protocol_version: '', capabilities: {}, auth: 'none' },
    request: async (method) => answer(method),
    list: async () => ({ items: tools, pages: 1 }),
    faults: () => [],
    stderrTail: () => '',
    close: async () => {},
  };
}

const result = (value: unknown): Reply => ({ kind: 'result', result: value, ...rest });

function recorded(more: Partial<RecordedExchange> = {}, tools: { name: string }[] = []) {
  const exchange: RecordedExchange = {
    server: 's',
    method: 'tools/call',
    params: { name: 'get_time', arguments: {} },
    reply: { kind: 'result', result: { text: 'at 2026-01-01T10:00:00Z', n: 1 } },
    ...more,
  };
  return { name: 's', tools, exchanges: [exchange] };
}

const options = { redactor: createRedactor([]), destructive: false };

it.each([
  ['same', result({ text: 'at 2027-05-05T11:11:11Z', n: 1, _meta: { id: 4 } })],
  ['drift', result({ text: 'at 2027-05-05T11:11:11Z', n: 2 })],
  ['drift', { kind: 'error', error: { code: -1, message: 'no' }, ...rest }],
  ['not-judged', { kind: 'timeout', message: 'late', ...rest }],
  ['not-judged', { kind: 'died', message: 'gone', ...rest }],
] as [string, Reply][])('is %s for %j', async (verdict, reply) => {
  const report = await verifyServer(
    recorded(),
    server(() => reply),
    options,
  );
  expect(report.verdict).toBe(verdict);
});

it.each([
  ['a tool that destroys something', { params: { name: 'delete_all' } }],
  ['an answer that was too large', { reply: { kind: 'result', result: {}, cut: 9 } }],
  ['a secret in the request', { params: { name: 'get', arguments: { k: '[secret:KEY]' } } }],
  ['a question to the agent', { said: [{ method: 'elicitation/create' }] }],
] as [string, Partial<RecordedExchange>][])('does not judge %s', async (_, exchange) => {
  let asked = 0;
  const live = server(() => {
    asked += 1;
    return result({});
  });
  const report = await verifyServer(recorded(exchange), live, options);
  expect([report.verdict, asked]).toEqual(['not-judged', 0]);
});

it('is never green for a recording that holds nothing to ask', async () => {
  const empty = { name: 's', tools: [], exchanges: [] };
  expect(
    (
      await verifyServer(
        empty,
        server(() => result({})),
        options,
      )
    ).verdict,
  ).toBe('not-judged');
});

it('sees a tool that is gone', async () => {
  const live = server(() => result({ text: 'at 2027-05-05T11:11:11Z', n: 1 }), [{ name: 'other' }]);
  expect((await verifyServer(recorded({}, [{ name: 'get_time' }]), live, options)).verdict).toBe('drift');
});
