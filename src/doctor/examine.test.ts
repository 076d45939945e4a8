/** What doctor makes of servers that are there and then are not, that let nobody in, or that serve one at a time. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { spec } from '../client/chaos-testkit.js';
import { type Handler, hello, json, result, serve } from '../client/http-testkit.js';
import type { ServerSpec } from '../types/connection.js';
import { examine } from './examine.js';

async function seen(server: Partial<ServerSpec>, env: Record<string, string> = {}) {
  const full = spec({ startup_timeout_ms: 4000, request_timeout_ms: 4000, ...server });
  const options = { env: { ...process.env, ...env }, self: [], version: '1' };
  const { verdict, failed, steps } = await examine(full, options, { call: true });
  const step = steps.find(({ id }) => id === failed);
  return { verdict, failed, detail: step?.detail ?? '', remedy: step?.remedy ?? '', steps };
}

const LOOK = {
  name: 'look',
  description: 'Look.',
  annotations: { readOnlyHint: true },
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
};

/** Works until `method` is asked for; what becomes of that is up to `broken`. */
const until =
  (method: string, broken: Handler): Handler =>
  (asked, response) => {
    const { id, method: named } = asked.body;
    if (named === method) broken(asked, response);
    else if (asked.method === 'DELETE' || id === undefined) response.writeHead(202).end();
    else if (named === 'initialize')
      json(response, result(id, { ...hello, capabilities: { tools: {}, resources: {} } }));
    else if (named === 'tools/list') json(response, result(id, { tools: [LOOK] }));
    else if (named === 'resources/list') json(response, result(id, { resources: [] }));
    else json(response, result(id, { content: [] }));
  };

test('what the tools cost is told, the dearest first', async () => {
  const tools = [LOOK, { ...LOOK, name: 'stare', description: 'Look for a long time at one thing.' }];
  const handler: Handler = (asked, response) => {
    const { id, method } = asked.body;
    if (method === 'tools/list') json(response, result(id, { tools }));
    else until('none', () => {})(asked, response);
  };
  const { url } = await serve(handler);
  const examined = await examine(spec({ url }), { env: {}, self: [], version: '1' }, { call: false });
  expect(examined).toMatchObject({ verdict: 'pass', token_surface: { tools: 2 } });
  const { tokens, dearest } = examined.token_surface!;
  expect(dearest.map(({ name }) => name)).toEqual(['stare', 'look']);
  expect(dearest.reduce((sum, tool) => sum + tool.tokens, 0)).toBe(tokens);
});

const OUTAGES: Record<string, Handler> = {
  'a broken proxy': (_, response) => void response.writeHead(502).end('bad gateway'),
  'a connection that breaks off': (_, response) => void response.destroy(),
  'an error of JSON-RPC with 500': ({ body }, response) =>
    json(response, { jsonrpc: '2.0', id: body.id, error: { code: -32603, message: 'upstream' } }, 500),
};

test.each(Object.entries(OUTAGES))(
  '%s is told as an outage, and not as a promise that is not kept',
  async (_, broken) => {
    const list = await seen({ url: (await serve(until('resources/list', broken))).url });
    expect(list).toMatchObject({ verdict: 'fail', failed: 'capabilities' });
    expect(list.remedy).toContain('went away');
    expect(list.remedy).not.toContain('do not declare');
    const call = await seen({ url: (await serve(until('tools/call', broken))).url });
    expect(call).toMatchObject({ verdict: 'fail', failed: 'call' });
  },
);

test('an error to made-up arguments is one that the server answers itself', async () => {
  const refuse: Handler = ({ body }, response) =>
    json(response, { jsonrpc: '2.0', id: body.id, error: { code: -32602, message: 'no such id' } });
  const { verdict, steps } = await seen({ url: (await serve(until('tools/call', refuse))).url });
  expect(verdict).toBe('pass');
  expect(steps.find(({ id }) => id === 'call')?.detail).toContain('error to made-up arguments');
});

test('a server that only lets localhost in is told as such, and not as a bad token', async () => {
  const { url } = await serve((asked, response) => {
    const allowed = /^localhost[:]/.test(asked.headers.host ?? '');
    if (!allowed) response.writeHead(403).end('{"error":"Invalid Host: 127.0.0.1"}');
    else until('none', () => {})(asked, response);
  });
  const at = await seen({ url });
  expect(at).toMatchObject({ failed: 'http', remedy: expect.stringContaining('--url http://localhost:') });
  const { connect } = await import('../client/connect.js');
  const outcome = await connect(spec({ url }), { env: {}, self: [], version: '1' });
  const message = outcome.ok ? '' : outcome.failure.message;
  expect(message).toContain('lets only certain host names or origins in');
  expect(message).not.toContain('bearer_token_env');
});

test.each([
  ['invalid_token', 'was rejected'],
  ['insufficient_scope', 'was accepted but does not allow this'],
])('403 with %s: the token %s', async (error, words) => {
  const { url } = await serve((_, response) => {
    response.writeHead(403, { 'www-authenticate': `Bearer error="${error}"` }).end();
  });
  const { failed, verdict, detail } = await seen(
    { url, auth: { bearer_token_env: 'MCP_T' } },
    { MCP_T: 'a-token-of-some-length' },
  );
  expect({ failed, verdict }).toEqual({ failed: 'auth', verdict: 'unreachable' });
  expect(detail).toContain(words);
});

test('a server of the older HTTP with SSE that serves one at a time passes', async () => {
  let open = 0;
  let stream: import('node:http').ServerResponse | undefined;
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      if (open > 0) return void response.writeHead(409).end();
      open += 1;
      stream = response;
      response.on('close', () => {
        open -= 1;
      });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages\n\n');
    } else if (request.url !== '/messages') response.writeHead(405).end();
    else {
      let text = '';
      request.on('data', (chunk) => (text += chunk));
      request.on('end', () => {
        response.writeHead(202).end();
        const { id, method } = JSON.parse(text);
        if (id === undefined) return;
        const answers: Record<string, object> = { initialize: hello, 'tools/list': { tools: [LOOK] } };
        const answer = result(id, answers[method] ?? { content: [] });
        stream?.write(`event: message\ndata: ${JSON.stringify(answer)}\n\n`);
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { verdict, detail } = await seen({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`,
  });
  expect({ verdict, detail }).toEqual({ verdict: 'pass', detail: '' });
});

test('101 is no status to go on with', async () => {
  const { url } = await serve((_, response) => {
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
  });
  expect(await seen({ url })).toMatchObject({
    verdict: 'fail',
    failed: 'http',
    detail: 'HTTP 101: the server switches to another protocol',
  });
});

test('a server that takes the request and never answers cannot be reached', async () => {
  const mute = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];
  expect(await seen({ command: mute, startup_timeout_ms: 300 })).toMatchObject({
    verdict: 'unreachable',
    failed: 'first-bytes',
  });
});
