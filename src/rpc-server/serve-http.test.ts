import { describe, expect, onTestFinished, test } from 'vitest';
import type { Peer } from './peer.js';
import { call, ENVELOPE, eventsOf, post, type SmallServerOptions, smallServer } from './rpc-testkit.js';
import { serveHttp } from './serve-http.js';

/** A server that remembers its clients in the order in which they came. */
async function start(options: SmallServerOptions = {}) {
  const peers: Peer[] = [];
  const rpc = smallServer(options);
  const createPeer = (stateless: boolean) => {
    const peer = rpc.createPeer(stateless);
    peers.push(peer);
    return peer;
  };
  const server = await serveHttp({ ...rpc, createPeer }, { port: 0 });
  onTestFinished(() => server.close());
  return { url: server.url, peers };
}

const INITIALIZE = call('initialize', { protocolVersion: '2025-11-25' }, 0);

async function open(url: string): Promise<Record<string, string>> {
  const response = await post(url, INITIALIZE);
  await response.text();
  return { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
}

describe('the stream for what belongs to no request', () => {
  const listen = (url: string, headers: Record<string, string>) =>
    fetch(url, { headers: { accept: 'text/event-stream', ...headers } });

  test('carries what the server says unasked, to the newest listener', async () => {
    const { url, peers } = await start({ hasNews: true });
    const session = await open(url);
    await listen(url, session);
    const events = eventsOf(await listen(url, session));
    peers[0]?.tell?.({ jsonrpc: '2.0', method: 'news' });
    expect((await events.next()).value).toEqual({
      event: 'message',
      data: '{"jsonrpc":"2.0","method":"news"}',
    });
  });

  test.each([
    ['without a session', {}, 400],
    ['of a session that is not known', { 'mcp-session-id': 'no' }, 404],
    ['that accepts no events', { accept: 'application/json' }, 406],
  ])('%s is refused', async (_, headers, status) => {
    const { url } = await start({ hasNews: true });
    expect((await listen(url, headers)).status).toBe(status);
  });

  test.each([
    [{}, 'POST, DELETE'],
    [{ hasNews: true, protocol: 'modern' }, 'POST'],
  ] as const)('is not there for %j', async (options, allow) => {
    const { url } = await start(options);
    const response = await listen(url, await open(url));
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  });
});

test('of more than a thousand sessions the oldest goes', async () => {
  const { url } = await start();
  const oldest = await open(url);
  const second = await open(url);
  for (let opened = 2; opened < 1000; opened++) await open(url);
  expect((await post(url, call('greet'), oldest)).status).toBe(200);
  await open(url);
  expect((await post(url, call('greet'), oldest)).status).toBe(404);
  expect((await post(url, call('greet'), second)).status).toBe(200);
});

test('a call that takes its time is answered on a stream, and ends with its client', async () => {
  const { url, peers } = await start();
  const leaving = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    signal: leaving.signal,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'wait',
    },
    body: JSON.stringify(call('wait', { _meta: ENVELOPE }, 'w')),
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(peers[0]?.waiting.has('w')).toBe(true);
  leaving.abort();
  await expect.poll(() => peers[0]?.waiting.size).toBe(0);
});

test('a deleted session waits for nothing any more', async () => {
  const { url, peers } = await start();
  const session = await open(url);
  const waiting = post(url, call('wait', {}, 'w'), session);
  await expect.poll(() => peers[0]?.waiting.has('w')).toBe(true);
  expect((await fetch(url, { method: 'DELETE', headers: session })).status).toBe(200);
  expect(await (await waiting).text()).toBe('');
});
