import { expect, test } from 'vitest';
import { codes, reach } from '../chaos-testkit.js';
import { type Handler, hello, honest, http, json, result, serve } from '../http-testkit.js';
import { Notices } from './notices.js';

const note = (method: string, params?: object) =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`;
const CHANGED = 'notifications/tools/list_changed';

test('of a flood of list_changed one is kept, everything else as it came', () => {
  const notices = new Notices();
  for (let i = 0; i < 5000; i++) notices.add(CHANGED, undefined);
  for (let i = 0; i < 3; i++) notices.add('notifications/message', { i });
  expect(notices.list).toMatchObject([
    { method: CHANGED, count: 5000 },
    { method: 'notifications/message', params: { i: 0 } },
    { method: 'notifications/message', params: { i: 1 } },
    { method: 'notifications/message', params: { i: 2 } },
  ]);
});

test('what comes on the stream of a call, and behind its answer on the GET stream, is kept with the call', async () => {
  let say = (_: string) => {};
  let ended = false;
  const { url, asked } = await serve((a, r) => {
    if (a.method === 'GET') {
      r.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
      r.on('close', () => (ended = true));
      say = (text) => r.write(text);
      return;
    }
    honest((call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(note('notifications/message', { level: 'info', data: 'now' }));
      response.end(`data: ${JSON.stringify(result(call.body.id, {}))}\n\n`, () => say(note(CHANGED)));
    })(a, r);
  });
  const connection = await reach(http(url));
  const plain = await connection.request('tools/call');
  expect(plain).not.toHaveProperty('notifications');
  expect(asked.some((a) => a.method === 'GET')).toBe(false);
  const reply = await connection.request('tools/call', {}, { notifications: true });
  expect(reply.notifications).toEqual([
    { method: 'notifications/message', params: { level: 'info', data: 'now' } },
    { method: CHANGED },
  ]);
  expect(asked.find((a) => a.method === 'GET')?.headers).toMatchObject({ 'mcp-session-id': 'abc' });
  // The server would keep its stream open for ever.
  await connection.close();
  await expect.poll(() => ended).toBe(true);
});

test.each([
  [405, []],
  [404, ['get-stream-refused']],
])('a server that answers HTTP %i to the GET stream is asked on', async (status, faults) => {
  const calls = honest((a, r) => json(r, result(a.body.id, {})));
  const handler: Handler = (a, r) => (a.method === 'GET' ? r.writeHead(status).end() : calls(a, r));
  const { url } = await serve(handler);
  const connection = await reach(http(url));
  expect(await connection.request('tools/call', {}, { notifications: true })).toMatchObject({
    kind: 'result',
  });
  expect(codes(connection)).toEqual(faults);
});

test('a GET stream whose headers never come holds nothing up for long', async () => {
  const calls = honest((a, r) => json(r, result(a.body.id, {})));
  const { url } = await serve((a, r) => (a.method === 'GET' ? undefined : calls(a, r)));
  const connection = await reach(http(url, { answers: { roots: [] } }));
  expect(await connection.request('tools/call', {}, { notifications: true })).toMatchObject({
    kind: 'result',
  });
});

test('in the stateless era they come by subscription', async () => {
  let say = (_: string) => {};
  const { url, asked } = await serve((a, r) => {
    const { id, method } = a.body;
    if (method === 'subscriptions/listen') {
      r.writeHead(200, { 'content-type': 'text/event-stream' });
      r.write(note('notifications/subscriptions/acknowledged', { notifications: {} }));
      say = (text) => r.write(text);
      return;
    }
    const discovered = { supportedVersions: ['2026-07-28'], capabilities: {} };
    json(
      r,
      result(
        id,
        method === 'server/discover' ? { resultType: 'complete', ...discovered } : { resultType: 'complete' },
      ),
    );
    if (method === 'tools/call') say(note(CHANGED));
  });
  const connection = await reach(http(url, { protocol: 'modern' }));
  for (let i = 0; i < 2; i++) {
    const reply = await connection.request('tools/call', {}, { notifications: true });
    expect(reply).toMatchObject({ kind: 'result', notifications: [{ method: CHANGED }] });
  }
  const listens = asked.filter((a) => a.body.method === 'subscriptions/listen');
  expect(listens).toHaveLength(1);
  expect(listens[0]?.body.params).toMatchObject({ notifications: { toolsListChanged: true } });
});

test('a request is cancelled on time, its late answer satisfies nobody, and the connection lives on', async () => {
  let late = () => {};
  const { url, asked } = await serve(
    honest((a, r) => {
      if (a.body.params?.name === 'slow') late = () => json(r, result(a.body.id, { late: true }));
      else json(r, result(a.body.id, { quick: true }));
    }),
  );
  const connection = await reach(http(url));
  const reply = await connection.request('tools/call', { name: 'slow' }, { cancel_after_ms: 50 });
  expect(reply).toMatchObject({ kind: 'cancelled' });
  late();
  expect(
    await connection.request('tools/call', { name: 'quick' }, { cancel_after_ms: 10_000 }),
  ).toMatchObject({
    kind: 'result',
    result: { quick: true },
  });
  expect(asked.map((a) => a.body.method)).toContain('notifications/cancelled');
  expect(codes(connection)).toEqual([]);
});

test('the GET stream comes back with a session that had to be renewed', async () => {
  const streams: string[] = [];
  let session = 0;
  let say = (_: string) => {};
  const { url } = await serve((a, r) => {
    const current = `s${session}`;
    if (a.body.method === 'initialize') {
      session += 1;
      return json(r, result(a.body.id, hello), 200, { 'mcp-session-id': `s${session}` });
    }
    if (a.body.method?.startsWith('notifications/')) return r.writeHead(202).end();
    if (a.headers['mcp-session-id'] !== current) return r.writeHead(404).end();
    if (a.method === 'GET') {
      streams.push(current);
      r.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
      say = (text) => r.write(text);
      return;
    }
    say(note(CHANGED));
    json(r, result(a.body.id, {}));
  });
  const connection = await reach(http(url));
  await connection.request('tools/call', {}, { notifications: true });
  session = 7;
  const reply = await connection.request('tools/call', {}, { notifications: true });
  expect(reply).toMatchObject({ kind: 'result', notifications: [{ method: CHANGED }] });
  expect(streams).toEqual(['s1', 's8']);
});
