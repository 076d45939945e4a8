import { describe, expect, test } from 'vitest';
import { codes, reach } from '../chaos-testkit.js';
import { type Handler, hello, honest, http, json, result, serve } from '../http-testkit.js';

describe('an honest server', () => {
  test('sees session and revision on every request after the handshake, and a DELETE at the end', async () => {
    const { url, asked } = await serve(honest((a, r) => json(r, result(a.body.id, { ok: true }))));
    const connection = await reach(http(url, { headers: { 'x-own': '1' } }));
    expect(connection.info).toMatchObject({
      transport: 'http',
      era: 'legacy',
      protocol_version: '2025-11-25',
    });
    expect(await connection.request('tools/call', { name: 'x' })).toMatchObject({
      kind: 'result',
      result: { ok: true },
    });
    await connection.close();
    expect(asked.map((a) => a.body.method ?? a.method)).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/call',
      'DELETE',
    ]);
    expect(asked[0]!.headers).not.toHaveProperty('mcp-session-id');
    expect(asked[0]!.headers).not.toHaveProperty('mcp-protocol-version');
    expect(asked[2]?.headers).toMatchObject({
      'mcp-session-id': 'abc',
      'mcp-protocol-version': '2025-11-25',
      'x-own': '1',
      accept: 'application/json, text/event-stream',
    });
    expect(asked[2]!.headers).not.toHaveProperty('mcp-method');
    expect(asked[3]?.headers).toMatchObject({ 'mcp-session-id': 'abc' });
    expect(codes(connection)).toEqual([]);
  });

  test.each([
    ['2025-03-26', undefined],
    ['2025-06-18', '2025-06-18'],
  ])('of %s is sent the revision header %s', async (protocolVersion, header) => {
    const { url, asked } = await serve((a, r) =>
      json(r, result(a.body.id, { ...hello, protocolVersion }), a.body.id === undefined ? 202 : 200),
    );
    await (await reach(http(url))).request('tools/call');
    expect(asked.at(-1)?.body.method).toBe('tools/call');
    expect(asked.at(-1)?.headers['mcp-protocol-version']).toBe(header);
  });

  test('has taken note of the handshake before the first request comes', async () => {
    const order: string[] = [];
    const { url } = await serve((a, r) => {
      if (a.body.method !== 'notifications/initialized') {
        if (a.body.method) order.push(a.body.method);
        return honest((asked, response) => json(response, result(asked.body.id, {})))(a, r);
      }
      setTimeout(() => {
        order.push('initialized');
        r.writeHead(202).end();
      }, 50);
    });
    await (await reach(http(url))).request('tools/call');
    expect(order).toEqual(['initialize', 'initialized', 'tools/call']);
  });

  test('may answer with an event stream and report progress on it', async () => {
    const { url } = await serve(
      honest((a, r) => {
        r.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
        const note = {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: a.body.id, progress: 1 },
        };
        r.write(`: hi\r\nid: 1\r\ndata:\r\n\r\nevent: message\rdata: ${JSON.stringify(note)}\r\r`);
        r.end(`data: {"jsonrpc":"2.0",\ndata: "id":${a.body.id},"result":{"text":"ü"}}\n\n`);
      }),
    );
    const reply = await (await reach(http(url))).request('tools/call', {}, { progress: true });
    expect(reply).toMatchObject({ kind: 'result', result: { text: 'ü' }, progress: [{ progress: 1 }] });
  });

  test.each(['application/json', 'text/event-stream'])(
    'may send a number that is not kept and a key twice as %s',
    async (type) => {
      const { url } = await serve(
        honest((a, r) => {
          const text = `{"jsonrpc":"2.0","id":${a.body.id},"result":{"a":1,"a":2,"id":9007199254740993}}`;
          r.writeHead(200, { 'content-type': type }).end(type.endsWith('json') ? text : `data: ${text}\n\n`);
        }),
      );
      const connection = await reach(http(url));
      expect(await connection.request('tools/call')).toMatchObject({
        result: { a: 2, id: 9007199254740992 },
      });
      expect(codes(connection)).toEqual(['inexact-number', 'duplicate-key']);
    },
  );

  test('may end its stream early and be resumed where it stopped', async () => {
    const { url, asked } = await serve((a, r) => {
      if (a.method === 'GET') {
        r.writeHead(200, { 'content-type': 'text/event-stream' });
        return r.end(`data: ${JSON.stringify(result(2, { resumed: true }))}\n\n`);
      }
      honest((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end('id: e7\nretry: 1\ndata:\n\n');
      })(a, r);
    });
    expect(await (await reach(http(url))).request('tools/call')).toMatchObject({ result: { resumed: true } });
    expect(asked.find((a) => a.method === 'GET')?.headers).toMatchObject({ 'last-event-id': 'e7' });
  });

  test('that is busy is asked once more when it says when', async () => {
    let calls = 0;
    const { url } = await serve(
      honest((a, r) => {
        if (calls++ === 0) r.writeHead(429, { 'retry-after': '0' }).end();
        else json(r, result(a.body.id, {}));
      }),
    );
    expect(await (await reach(http(url))).request('tools/call')).toMatchObject({ kind: 'result' });
  });
});

describe('sessions', () => {
  test('an expired one is renewed once for all requests that met it', async () => {
    let session = 0;
    let alive = '';
    const { url, asked } = await serve((a, r) => {
      if (a.body.method === 'initialize') {
        alive = `s${++session}`;
        return json(r, result(a.body.id, hello), 200, { 'mcp-session-id': alive });
      }
      if (a.headers['mcp-session-id'] !== alive) return json(r, { error: 'gone' }, 404);
      if (a.body.id === undefined) return r.writeHead(202).end();
      json(r, result(a.body.id, { session: alive }));
    });
    const connection = await reach(http(url));
    await connection.request('tools/call');
    alive = 'restarted';
    const replies = await Promise.all([connection.request('tools/call'), connection.request('tools/call')]);
    expect(replies).toMatchObject([{ result: { session: 's2' } }, { result: { session: 's2' } }]);
    expect(asked.filter((a) => a.body.method === 'initialize')).toHaveLength(2);
    expect(codes(connection)).toEqual(['session-expired']);
  });

  test('a request that learns of it late uses the session that is already renewed', async () => {
    let session = 0;
    let lateAnswer: (() => void) | undefined;
    const { url, asked } = await serve((a, r) => {
      if (a.body.method === 'initialize') {
        return json(r, result(a.body.id, hello), 200, { 'mcp-session-id': `s${++session}` });
      }
      if (a.body.id === undefined) return r.writeHead(202).end();
      const current = a.headers['mcp-session-id'] === 's2';
      if (current) json(r, result(a.body.id, {}));
      else if (a.body.params?.name === 'late') lateAnswer = () => r.writeHead(404).end();
      else r.writeHead(404).end();
    });
    const connection = await reach(http(url));
    const late = connection.request('tools/call', { name: 'late' });
    expect(await connection.request('tools/call', { name: 'early' })).toMatchObject({ kind: 'result' });
    await expect.poll(() => lateAnswer).toBeDefined();
    lateAnswer!();
    expect(await late).toMatchObject({ kind: 'result' });
    expect(asked.filter((a) => a.body.method === 'initialize')).toHaveLength(2);
  });

  test('one that expires again at once is no loop', async () => {
    const { url, asked } = await serve(honest((_, r) => r.writeHead(404).end()));
    const reply = await (await reach(http(url))).request('tools/call');
    expect(reply).toMatchObject({ kind: 'invalid', message: expect.stringContaining('404') });
    expect(reply).not.toHaveProperty('expired');
    expect(asked.filter((a) => a.body.method === 'tools/call')).toHaveLength(2);
  });

  test('a 400 about the session names the status it should have been', async () => {
    const { url } = await serve(honest((_, r) => json(r, { error: 'unknown session' }, 400)));
    const reply = await (await reach(http(url))).request('tools/call');
    expect(reply).toMatchObject({ kind: 'invalid', message: expect.stringContaining('has to answer 404') });
  });

  test.each([400, 200])(
    'so is an error with HTTP %i, which clients would not recover from',
    async (status) => {
      const error = { code: -32001, message: 'Session not found' };
      const { url } = await serve(
        honest((a, r) => json(r, { jsonrpc: '2.0', id: a.body.id, error }, status)),
      );
      const connection = await reach(http(url));
      expect(await connection.request('tools/call')).toMatchObject({ kind: 'error' });
      expect(connection.faults()).toMatchObject([
        { code: 'session-expiry-not-404', message: expect.stringContaining('has to answer 404') },
      ]);
    },
  );

  test('a tool may speak of sessions of its own', async () => {
    const error = { code: -32602, message: 'Session not found' };
    const { url } = await serve(honest((a, r) => json(r, { jsonrpc: '2.0', id: a.body.id, error })));
    const connection = await reach(http(url));
    await connection.request('tools/call');
    expect(codes(connection)).toEqual([]);
  });
});

describe('a busy server', () => {
  const busy = (status: number, headers: Record<string, string>) =>
    serve(honest((_, r) => r.writeHead(status, headers).end('slow down')));
  const calls = (asked: { body: { method?: string } }[]) =>
    asked.filter(({ body }) => body.method === 'tools/call').length;

  test.each([
    ['does not say for how long', { status: 429, headers: {} }, 1, /HTTP 429: "slow down".*does not say for/],
    [
      'is asked again once',
      { status: 503, headers: { 'retry-after': '0' } },
      2,
      /HTTP 503.*asked again once/,
    ],
    ['asks for more time than there is', { status: 503, headers: { 'retry-after': '30' } }, 1, /wait 30 s/],
  ])('that %s is no broken one', async (_, { status, headers }, times, message) => {
    const { url, asked } = await busy(status, headers);
    const connection = await reach(http(url));
    const reply = await connection.request('tools/call', {}, { timeout_ms: 10_000 });
    expect(reply).toMatchObject({ kind: 'busy', message: expect.stringMatching(message) });
    expect(calls(asked)).toBe(times);
    expect(reply.duration_ms).toBeLessThan(9000);
  });
});

describe('what is no answer', () => {
  const cases: [string, Handler, RegExp][] = [
    [
      'an HTML page',
      (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<h1>\u001b[2JHi'),
      /text\/html.*<h1>.{1,8}x1b\[2JHi/,
    ],
    [
      'a proxy error',
      (_, r) => r.writeHead(502, { 'content-type': 'text/html' }).end('<b>Bad'),
      /HTTP 502.*<b>Bad/,
    ],
    [
      'an empty body',
      (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end(),
      /HTTP 200.*empty body/,
    ],
    [
      'half a JSON text',
      (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":'),
      /not JSON.*jsonrpc/,
    ],
    [
      'a body that is not UTF-8',
      (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x22, 0xff, 0x22])),
      /not valid UTF-8 at byte 1/,
    ],
    ['202', (_, r) => r.writeHead(202).end(), /HTTP 202.*without an answer/],
    ['another id', (_, r) => json(r, result(99, {})), /no response to request 2/],
    ['an id of another type', (a, r) => json(r, result(String(a.body.id), {})), /no response to request 2/],
    [
      'a stream without an answer',
      (_, r) => r.writeHead(200, { 'content-type': 'text/event-stream' }).end(': bye\n\n'),
      /ended without an answer/,
    ],
    [
      'an event that is not JSON',
      (_, r) => r.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: oops\n\n'),
      /not JSON.*oops/,
    ],
    [
      'a body past the cap',
      (a, r) => json(r, result(a.body.id, { x: 'x'.repeat(5000) })),
      /exceeds 4096 bytes/,
    ],
    [
      'nesting without end',
      (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(3000)),
      /nests deeper than/,
    ],
    [
      'an event past the cap',
      (a, r) =>
        r
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`data: ${JSON.stringify(result(a.body.id, { x: 'x'.repeat(5000) }))}\n\n`),
      /exceeds 4096 bytes/,
    ],
  ];
  test.each(cases)('%s is invalid, with status and first bytes', async (_, handler, message) => {
    const { url } = await serve(honest(handler));
    const connection = await reach(http(url, { max_message_bytes: 4096 }));
    expect(await connection.request('tools/call')).toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(message),
    });
    expect(connection.alive).toBe(true);
  });

  test('a body that breaks off shows what came of it', async () => {
    const { url } = await serve(
      honest((_, r) => {
        r.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' });
        r.write('{"jsonrpc"', () => r.destroy());
      }),
    );
    const reply = await (await reach(http(url))).request('tools/call');
    expect(reply).toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/HTTP 200.*broke off.*jsonrpc/),
    });
  });

  test('a JSON-RPC error is an error whatever the status', async () => {
    const { url } = await serve(
      honest(
        (a, r) => json(r, { jsonrpc: '2.0', id: a.body.id, error: { code: -32601, message: 'no' } }, 404),
        '',
      ),
    );
    expect(await (await reach(http(url))).request('nothing/here')).toMatchObject({
      kind: 'error',
      error: { code: -32601 },
    });
  });

  test('a deadline ends the exchange and is told to the server', async () => {
    const { url, asked } = await serve(honest(() => {}));
    const connection = await reach(http(url));
    expect(await connection.request('tools/call', {}, { timeout_ms: 100 })).toMatchObject({
      kind: 'timeout',
    });
    await expect
      .poll(() => asked.map(({ body }) => body))
      .toContainEqual(
        expect.objectContaining({
          method: 'notifications/cancelled',
          params: expect.objectContaining({ requestId: 2 }),
        }),
      );
  });
});
