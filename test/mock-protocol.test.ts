/** The mock and the client talk to each other: faults, questions, changing tools, over every transport and era. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../src/client/connect.js';
import { parseManifest } from '../src/mock/load-manifest.js';
import { serveHttp, serveSse } from '../src/mock/serve-http.js';
import type { Answers, Connection, ServerSpec } from '../src/types/connection.js';
import { cli } from './lib/cli.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-mock-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Wire = 'stdio' | 'http' | 'sse';
const ways: [Wire, string][] = [
  ['stdio', 'legacy'],
  ['stdio', 'modern'],
  ['http', 'legacy'],
  ['http', 'modern'],
  ['sse', 'legacy'],
];

let files = 0;

/** A connection to a mock of this manifest. */
async function mock(
  server: Record<string, unknown>,
  wire: Wire,
  protocol: string,
  more: Partial<ServerSpec> = {},
): Promise<Connection> {
  const text = JSON.stringify({ mock_server: server });
  let target: Partial<ServerSpec>;
  if (wire === 'stdio') {
    const file = join(folder, `${++files}.json`);
    writeFileSync(file, text);
    target = { command: [process.execPath, cli, 'mock', '--tools-from', file] };
  } else {
    const manifest = await parseManifest(text, 'mock.json');
    const http = await (wire === 'http' ? serveHttp : serveSse)(manifest, { port: 0 });
    closers.push(() => http.close());
    target = { url: http.url };
  }
  const spec: ServerSpec = {
    name: 'mock',
    cwd: folder,
    protocol,
    startup_timeout_ms: 45_000,
    request_timeout_ms: 45_000,
    shutdown_grace_ms: 100,
    isolate: 'suite',
    ...target,
    ...more,
  };
  const connected = await connect(spec, { env: process.env, self: [process.execPath, cli], version: '0' });
  if (!connected.ok) throw new Error(connected.failure.message);
  closers.push(() => connected.connection.close());
  expect(connected.connection.info).toMatchObject({ transport: wire, era: protocol });
  return connected.connection;
}

const call = (connection: Connection, name: string, args = {}, options = {}) =>
  connection.request('tools/call', { name, arguments: args }, options);
const ok = { content: [{ type: 'text', text: 'fine' }] };
const tool = (name: string, more = {}) => ({ name, response: ok, ...more });

describe.each(ways)('over %s in the %s era', (wire, protocol) => {
  test('faults come in their turn, and go', async () => {
    const fault = (name: string, more: object) => ({ tool: name, ...more });
    const connection = await mock(
      {
        tools: ['late', 'never', 'fails', 'broken', 'nothing', 'coded'].map((name) => tool(name)),
        faults: [
          fault('late', { kind: 'slow', delay: '60ms' }),
          fault('never', { kind: 'hang', times: 'always' }),
          fault('fails', { kind: 'recover-after', times: 2, after: 1 }),
          fault('broken', { kind: 'malformed' }),
          fault('nothing', { kind: 'empty' }),
          fault('coded', { kind: 'error', error: { code: -32029, message: 'busy' }, recover_after: 1 }),
          { method: 'tools/list', kind: 'error' },
        ],
      },
      wire,
      protocol,
    );
    expect((await connection.list('tools/list')).failed).toMatchObject({
      kind: 'error',
      error: { code: -32603 },
    });
    expect((await connection.list('tools/list')).items).toHaveLength(6);
    const late = await call(connection, 'late');
    expect(late).toMatchObject({ kind: 'result', result: ok });
    expect(late.duration_ms).toBeGreaterThan(50);
    expect(await call(connection, 'never', {}, { timeout_ms: 100 })).toMatchObject({ kind: 'timeout' });
    expect(await call(connection, 'never', {}, { cancel_after_ms: 50 })).toMatchObject({ kind: 'cancelled' });
    const failed = { kind: 'result', result: { isError: true } };
    const fine = { kind: 'result', result: ok };
    for (const expected of [fine, failed, failed, fine]) {
      expect(await call(connection, 'fails')).toMatchObject(expected);
    }
    const broken = await call(connection, 'broken', {}, wire === 'http' ? {} : { timeout_ms: 300 });
    expect(broken.kind).toBe(wire === 'http' ? 'invalid' : 'timeout');
    expect(await call(connection, 'broken')).toMatchObject(fine);
    expect(await call(connection, 'nothing')).toMatchObject({ result: { content: [] } });
    expect(await call(connection, 'coded')).toMatchObject({ kind: 'error', error: { code: -32029 } });
    expect(await call(connection, 'coded')).toMatchObject(fine);
  });

  test('a server that hangs up is gone', async () => {
    const connection = await mock({ tools: [tool('x')], faults: [{ kind: 'disconnect' }] }, wire, protocol);
    expect(await call(connection, 'x')).toMatchObject({ kind: 'died' });
    expect(connection.alive).toBe(false);
  });

  const answers: Answers = {
    elicitation: [
      { when: { message: { contains: 'Oslo' } }, mode: 'form', action: 'accept', content: { date: 'May' } },
      { mode: 'form', action: 'decline' },
    ],
    sampling: [{ content: { type: 'text', text: 'a poem' }, model: 'm', stop_reason: 'endTurn' }],
    roots: [{ uri: 'file:///w' }],
  };
  const asking = {
    tools: [
      {
        name: 'book',
        ask: [
          {
            as: 'when',
            elicit: `A date for \${args.city}?`,
            schema: { properties: { date: { type: 'string' } } },
          },
          { as: 'words', sample: 'Write', max_tokens: 5 },
          { as: 'where', roots: true },
        ],
        responses: [{ when: { 'asked.when.action': 'decline' }, is_error: 'not booked' }],
        response: {
          structuredContent: {
            date: `\${asked.when.content.date}`,
            poem: `\${asked.words.content.text}`,
            root: `\${asked.where.roots[0].uri}`,
          },
        },
      },
    ],
  };

  test('what a tool asks is answered by script', async () => {
    const connection = await mock(asking, wire, protocol, { answers });
    expect(await call(connection, 'book', { city: 'Oslo' })).toMatchObject({
      result: { structuredContent: { date: 'May', poem: 'a poem', root: 'file:///w' } },
    });
    expect(await call(connection, 'book', { city: 'Bern' })).toMatchObject({ result: { isError: true } });
    expect(connection.faults()).toEqual([]);
  });

  test('questions of a later round know what was said, and optional ones may be left out', async () => {
    const connection = await mock(
      {
        tools: [
          {
            name: 'plan',
            ask: [
              { as: 'city', elicit: 'Where to, Oslo?', schema: { properties: { date: { type: 'string' } } } },
              { as: 'more', round: 2, elicit: `To Oslo in \${asked.city.content.date}?` },
              { as: 'said', sample: 'Write', optional: true },
            ],
            response: { structuredContent: { more: `\${asked.more}`, said: `\${asked.said ?? none}` } },
          },
        ],
      },
      wire,
      protocol,
      { answers: { elicitation: answers.elicitation! } },
    );
    expect(await call(connection, 'plan')).toMatchObject({
      result: { structuredContent: { more: { action: 'accept', content: { date: 'May' } }, said: 'none' } },
    });
  });

  test('logs and announcements are heard', async () => {
    const connection = await mock(
      {
        tools: [tool('x', { log: ['hi'], announces: ['tools', 'prompts'] })],
        prompts: [{ name: 'p', messages: [] }],
      },
      wire,
      protocol,
    );
    const { notifications } = await call(connection, 'x', {}, { notifications: true });
    const methods = notifications!.map(({ method }) => method).sort();
    const changed = ['notifications/prompts/list_changed', 'notifications/tools/list_changed'];
    expect(methods).toEqual(protocol === 'modern' ? changed : ['notifications/message', ...changed]);
  });

  test('a client that cannot be asked is told, and nobody waits', async () => {
    const connection = await mock(asking, wire, protocol);
    const reply = await call(connection, 'book', { city: 'Oslo' });
    if (protocol === 'modern') {
      expect(reply).toMatchObject({
        error: { code: -32021, data: { requiredCapabilities: { elicitation: {} } } },
      });
    } else expect(reply).toMatchObject({ result: { isError: true } });
  });

  test('tools come and go with a notification', async () => {
    const connection = await mock(
      { tools: [tool('stays'), tool('comes', { appears_after: 2 }), tool('goes', { disappears_after: 1 })] },
      wire,
      protocol,
    );
    const names = async () => (await connection.list('tools/list')).items.map(({ name }) => name);
    expect(connection.info.capabilities).toMatchObject({ tools: { listChanged: true } });
    expect(await names()).toEqual(['stays', 'goes']);
    expect(await call(connection, 'comes')).toMatchObject({ error: { code: -32602 } });
    const changed = [{ method: 'notifications/tools/list_changed' }];
    expect((await call(connection, 'stays', {}, { notifications: true })).notifications).toMatchObject(
      changed,
    );
    expect(await names()).toEqual(['stays']);
    expect((await call(connection, 'stays', {}, { notifications: true })).notifications).toMatchObject(
      changed,
    );
    expect(await names()).toEqual(['stays', 'comes']);
    expect((await call(connection, 'comes', {}, { notifications: true })).notifications).toEqual([]);
    expect(connection.faults()).toEqual([]);
  });

  test('counters are kept from call to call', async () => {
    const connection = await mock(
      {
        counters: { cart: 0 },
        tools: [
          {
            name: 'add',
            count: { cart: `\${args.n ?? 1}` },
            responses: [{ when: { 'counters.cart': { '>': 4 } }, is_error: 'the cart is full', count: {} }],
            response: { structuredContent: { items: `\${counters.cart}` } },
          },
        ],
      },
      wire,
      protocol,
    );
    expect(await call(connection, 'add')).toMatchObject({ result: { structuredContent: { items: 1 } } });
    expect(await call(connection, 'add', { n: 4 })).toMatchObject({
      result: { structuredContent: { items: 5 } },
    });
    expect(await call(connection, 'add')).toMatchObject({ result: { isError: true } });
  });
});
