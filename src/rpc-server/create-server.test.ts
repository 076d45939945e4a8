import { describe, expect, test } from 'vitest';
import { createPeer, type Peer } from './peer.js';
import { call, ENVELOPE, replies, smallServer } from './rpc-testkit.js';

const legacyPeer = (revision = '2025-11-25'): Peer => ({ ...createPeer(), revision });
const error = (code: number, id: unknown) => ({ message: { id, error: { code } } });

describe('a message that is none', () => {
  test.each([
    ['a number', 7, null],
    ['null', null, null],
    ['a text', 'ping', null],
    ['an empty object', {}, null],
    ['no version of JSON-RPC', { id: 1, method: 'greet' }, 1],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 'a', method: 'greet' }, 'a'],
    ['a method that is not text', { jsonrpc: '2.0', id: 1, method: 7 }, 1],
    ['an id that is null', { jsonrpc: '2.0', id: null, method: 'greet' }, null],
    ['an id that is true', { jsonrpc: '2.0', id: true, method: 'greet' }, null],
  ])('%s is refused with the id that it has', async (_, message, id) => {
    const sent = await replies(smallServer(), message, legacyPeer());
    expect(sent).toMatchObject([{ ...error(-32600, id), status: 400 }]);
  });

  test.each([[['a']], ['a'], [null]])('params %j are refused', async (params) => {
    const sent = await replies(smallServer(), call('greet', params), legacyPeer());
    expect(sent).toMatchObject([{ ...error(-32602, 1), status: 400 }]);
  });
});

describe('what is not answered', () => {
  test('a response goes to whoever asked the client', async () => {
    const responses: unknown[] = [];
    const peer = { ...legacyPeer(), onResponse: (message: unknown) => void responses.push(message) };
    const response = { jsonrpc: '2.0', id: 9, result: {} };
    expect(await replies(smallServer(), response, peer)).toEqual([]);
    expect(responses).toEqual([response]);
  });

  test('a notification, known or not', async () => {
    const notification = { jsonrpc: '2.0', method: 'greet', params: {} };
    expect(await replies(smallServer(), notification, legacyPeer())).toEqual([]);
  });

  test('a call that is cancelled, and only that one', async () => {
    const server = smallServer();
    const peer = legacyPeer();
    const waiting = replies(server, call('wait', {}, 'a'), peer);
    const other = replies(server, call('wait', {}, 'b'), peer);
    await replies(
      server,
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } },
      peer,
    );
    expect(await waiting).toEqual([]);
    expect([...peer.waiting.keys()]).toEqual(['b']);
    peer.waiting.get('b')?.abort();
    await other;
  });
});

describe('a request', () => {
  test('of the legacy era is answered as it is', async () => {
    const sent = await replies(smallServer(), call('greet', { name: 'Ada' }), legacyPeer());
    expect(sent).toEqual([
      { message: { jsonrpc: '2.0', id: 1, result: { hello: 'Ada' } }, status: undefined },
    ]);
  });

  test('of the modern era says who answers', async () => {
    const sent = await replies(smallServer(), call('greet', { _meta: ENVELOPE }), createPeer());
    expect(sent).toMatchObject([
      { message: { result: { resultType: 'complete', _meta: expect.anything() } } },
    ]);
  });

  test.each([
    ['both', 'a modern request without an envelope', -32602],
    ['modern', 'a modern request without an envelope', -32602],
    ['legacy', 'one that comes before the handshake', -32600],
  ] as const)('in a server of the eras %s that names no era is %s', async (protocol, _, code) => {
    const sent = await replies(smallServer({ protocol }), call('greet'), createPeer());
    expect(sent).toMatchObject([{ ...error(code, 1), status: 400 }]);
  });

  test('for an unknown method is 404 in the modern era alone', async () => {
    const server = smallServer();
    const legacy = await replies(server, call('nothing'), legacyPeer());
    expect(legacy).toMatchObject([{ ...error(-32601, 1), status: undefined }]);
    const modern = await replies(server, call('nothing', { _meta: ENVELOPE }), createPeer());
    expect(modern).toMatchObject([{ ...error(-32601, 1), status: 404 }]);
  });

  test('that breaks the server is answered, and logged on one line', async () => {
    const server = smallServer();
    const sent = await replies(server, call('break'), legacyPeer());
    expect(sent).toMatchObject([error(-32603, 1)]);
    expect(server.logs).toEqual([expect.stringMatching(/^Internal error: .*two.*lines$/)]);
  });

  test('leaves nothing behind that waits', async () => {
    const peer = legacyPeer();
    for (const method of ['greet', 'break', 'nothing']) await replies(smallServer(), call(method), peer);
    expect(peer.waiting.size).toBe(0);
  });
});

describe('a batch', () => {
  const peer = () => legacyPeer('2025-03-26');

  test('is answered by one batch, without an entry for notifications', async () => {
    const batch = [
      call('greet', { name: 'a' }, 1),
      { jsonrpc: '2.0', method: 'note' },
      call('nothing', {}, 2),
      7,
      [call('greet')],
    ];
    const sent = await replies(smallServer(), batch, peer());
    expect(sent).toHaveLength(1);
    expect(sent[0]?.message).toMatchObject([
      { id: 1, result: { hello: 'a' } },
      { id: 2, error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  test('sends what is no answer on its way', async () => {
    const sent = await replies(smallServer(), [call('report', {}, 1)], peer());
    expect(sent.map(({ message }) => message)).toMatchObject([
      { method: 'notifications/progress' },
      [{ id: 1, result: { done: true } }],
    ]);
  });

  test('of notifications alone is not answered', async () => {
    expect(await replies(smallServer(), [{ jsonrpc: '2.0', method: 'note' }], peer())).toEqual([]);
  });

  test('has at most 100 messages and at least one', async () => {
    const messages = (count: number) => Array.from({ length: count }, (_, id) => call('greet', {}, id));
    expect((await replies(smallServer(), messages(100), peer()))[0]?.message).toHaveLength(100);
    for (const count of [0, 101]) {
      const sent = await replies(smallServer(), messages(count), peer());
      expect(sent).toMatchObject([{ ...error(-32600, null), status: 400 }]);
    }
  });

  test.each(['2024-11-05', '2025-06-18', '2025-11-25'])('is refused in %s', async (revision) => {
    const sent = await replies(smallServer(), [call('greet')], legacyPeer(revision));
    expect(sent).toMatchObject([{ ...error(-32600, null), status: 400 }]);
  });
});
