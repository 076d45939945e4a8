import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../../test/lib/free-port.js';
import { codes, ROOT, reach, refused, spec } from '../chaos-testkit.js';
import { type Handler, hello, http, result, serve, type TestRequest } from '../http-testkit.js';

/** A server of the older transport. `endpoint` is what its stream names; `answer` may say nothing. */
function older(endpoint: string, answer: (asked: TestRequest, say: (text: string) => void) => void): Handler {
  let stream: ServerResponse | undefined;
  return (asked, response) => {
    if (asked.method === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      stream.write(`event: endpoint\ndata: ${endpoint}\n\n`);
    } else if (!asked.path.startsWith('/messages')) response.writeHead(404).end('Cannot POST');
    else {
      response.writeHead(202).end('Accepted');
      answer(asked, (text) => stream?.write(text));
    }
  };
}

const event = (value: unknown) => `event: message\ndata: ${JSON.stringify(value)}\n\n`;
const polite = (asked: TestRequest, say: (text: string) => void) => {
  if (asked.body.id === undefined) return;
  const value =
    asked.body.method === 'initialize' ? { ...hello, protocolVersion: '2024-11-05' } : { ok: true };
  say(event(result(asked.body.id, value)));
};

test('a server that has only the older transport is spoken to over it', async () => {
  const { url, asked } = await serve(older('/messages?sid=1', polite));
  const connection = await reach(http(url, { headers: { 'x-own': '1' } }));
  expect(connection.info).toMatchObject({ transport: 'sse', era: 'legacy', protocol_version: '2024-11-05' });
  expect(await connection.request('tools/call')).toMatchObject({ kind: 'result', result: { ok: true } });
  const posts = asked.filter((a) => a.path === '/messages?sid=1');
  expect(posts.map((a) => a.body.method)).toEqual(['initialize', 'notifications/initialized', 'tools/call']);
  expect(posts.every((a) => a.headers['x-own'] === '1')).toBe(true);
  expect(codes(connection)).toEqual([]);
});

test('server-everything answers over it', async () => {
  const port = await freePort();
  const start = [
    process.execPath,
    path.join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'),
    'sse',
  ];
  const target = spec({ url: `http://127.0.0.1:${port}/sse`, start, env: { PORT: String(port) } });
  const connection = await reach(target);
  expect(connection.info).toMatchObject({ transport: 'sse', era: 'legacy', server_info: expect.anything() });
  const reply = await connection.request('tools/call', { name: 'echo', arguments: { message: 'hi' } });
  expect(reply).toMatchObject({ result: { content: [{ text: 'Echo: hi' }] } });
  expect((await connection.list('tools/list')).items.length).toBeGreaterThan(5);
});

describe('is not tried', () => {
  test.each([500, 503])('after HTTP %i', async (status) => {
    const { url, asked } = await serve((_, r) => r.writeHead(status).end());
    expect((await refused(http(url))).message).toContain(`HTTP ${status}`);
    expect(asked.some((a) => a.method === 'GET')).toBe(false);
  });

  test('on a server that answers JSON-RPC', async () => {
    const error = { code: -32600, message: 'no' };
    const { url, asked } = await serve((a, r) => {
      r.writeHead(400, { 'content-type': 'application/json' });
      r.end(JSON.stringify({ jsonrpc: '2.0', id: a.body.id, error }));
    });
    await refused(http(url));
    expect(asked.some((a) => a.method === 'GET')).toBe(false);
  });

  test('when the suite wants the stateless era', async () => {
    const { url, asked } = await serve((_, r) => r.writeHead(405).end());
    await refused(http(url, { protocol: 'modern' }));
    expect(asked.some((a) => a.method === 'GET')).toBe(false);
  });
});

describe('a hostile stream', () => {
  test('that names an endpoint at another origin gets nothing, and neither does the other origin', async () => {
    const other = await serve(() => {});
    const { url } = await serve(older(other.url, polite));
    const failure = await refused(http(url, { headers: { authorization: 'Bearer x' } }));
    expect(failure.message).toMatch(/^HTTP 404.*another origin/);
    expect(failure.message).toContain(new URL(other.url).origin);
    expect(other.asked).toEqual([]);
  });

  test('that names no endpoint is a deadline', async () => {
    const { url } = await serve((a, r) => {
      if (a.method === 'GET') r.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hi\n\n');
      else r.writeHead(405).end();
    });
    const failure = await refused(http(url, { startup_timeout_ms: 2000 }));
    expect(failure.message).toMatch(/^HTTP 405.*named no endpoint in time/);
  });

  test('that ends while a request is pending ends the request', async () => {
    let end = () => {};
    const handler = older('/messages', (asked, say) =>
      asked.body.method === 'tools/call' ? end() : polite(asked, say),
    );
    const { url } = await serve((a, r) => {
      if (a.method === 'GET') end = () => r.destroy();
      handler(a, r);
    });
    const connection = await reach(http(url));
    const reply = await connection.request('tools/call');
    expect(reply).toMatchObject({ kind: 'died', message: expect.stringContaining('ended its event stream') });
    expect(connection.alive).toBe(false);
  });

  test('that carries noise is told, and the answer still counts', async () => {
    const { url } = await serve(
      older('/messages', (asked, say) => {
        if (asked.body.method === 'tools/call')
          say('event: message\ndata: oops\n\nevent: other\ndata: {}\n\n');
        polite(asked, say);
      }),
    );
    const connection = await reach(http(url));
    expect(await connection.request('tools/call')).toMatchObject({ kind: 'result' });
    expect(codes(connection)).toEqual(['event-not-json']);
  });

  test('a number that is not kept is told, and a key that is there twice', async () => {
    const { url } = await serve(
      older('/messages', (asked, say) => {
        if (asked.body.method !== 'tools/call') return polite(asked, say);
        say(`data: {"jsonrpc":"2.0","id":${asked.body.id},"result":{"a":1,"a":2,"id":9007199254740993}}\n\n`);
      }),
    );
    const connection = await reach(http(url));
    await connection.request('tools/call');
    expect(codes(connection)).toEqual(['inexact-number', 'duplicate-key']);
  });

  test('a message past the cap ends it', async () => {
    const { url } = await serve(
      older('/messages', (asked, say) => {
        if (asked.body.method !== 'tools/call') return polite(asked, say);
        say(event(result(asked.body.id, { x: 'x'.repeat(9000) })));
      }),
    );
    const connection = await reach(http(url, { max_message_bytes: 4096 }));
    const reply = await connection.request('tools/call');
    expect(reply).toMatchObject({ kind: 'died', message: expect.stringContaining('exceeds 4096') });
    expect(connection.alive).toBe(false);
  });

  test('a message that the endpoint turns away fails at once', async () => {
    const accepted = older('/messages', polite);
    const { url } = await serve((a, r) =>
      a.body.method === 'tools/call' ? r.writeHead(500).end() : accepted(a, r),
    );
    const reply = await (await reach(http(url))).request('tools/call');
    expect(reply).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('HTTP 500 to tools/call'),
    });
  });
});
