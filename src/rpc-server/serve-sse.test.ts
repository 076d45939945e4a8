import { describe, expect, onTestFinished, test } from 'vitest';
import { call, ENVELOPE, eventsOf, post, smallServer } from './rpc-testkit.js';
import { serveSse } from './serve-sse.js';

async function start(): Promise<string> {
  const server = await serveSse(smallServer(), { port: 0 });
  onTestFinished(() => server.close());
  return server.url;
}

/** An open stream: its endpoint, the next message on it, and a way to leave. */
async function connect(url: string) {
  const leaving = new AbortController();
  const response = await fetch(url, { signal: leaving.signal });
  const events = eventsOf(response);
  const next = async () => (await events.next()).value;
  const first = await next();
  const endpoint = new URL(first?.data ?? '', url).href;
  return { response, first, endpoint, next, leave: () => leaving.abort() };
}

const INITIALIZE = call('initialize', { protocolVersion: '2024-11-05' }, 0);

describe('a stream', () => {
  test('names its endpoint first, and what is posted there is answered on it', async () => {
    const { response, first, endpoint, next } = await connect(await start());
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(first).toMatchObject({ event: 'endpoint', data: expect.stringMatching(/^\/messages\?session=./) });
    const posted = await post(endpoint, INITIALIZE);
    expect([posted.status, await posted.text()]).toEqual([202, 'Accepted']);
    const { event, data } = (await next()) ?? {};
    expect(event).toBe('message');
    expect(JSON.parse(data ?? '')).toMatchObject({ id: 0, result: { protocolVersion: '2024-11-05' } });
  });

  test('hears only of its own session', async () => {
    const url = await start();
    const [one, two] = [await connect(url), await connect(url)];
    expect(one.endpoint).not.toBe(two.endpoint);
    await post(two.endpoint, { ...INITIALIZE, id: 'two' });
    await post(one.endpoint, { ...INITIALIZE, id: 'one' });
    expect(JSON.parse((await one.next())?.data ?? '')).toMatchObject({ id: 'one' });
    expect(JSON.parse((await two.next())?.data ?? '')).toMatchObject({ id: 'two' });
  });

  test('takes its session along when it closes', async () => {
    const { endpoint, leave } = await connect(await start());
    leave();
    await expect.poll(async () => (await post(endpoint, INITIALIZE)).status).toBe(404);
  });
});

describe('what is refused', () => {
  test.each([
    ['a session that is not known', '/messages?session=no', 'POST', 404],
    ['no session', '/messages', 'POST', 404],
    ['a POST to the stream', '/sse', 'POST', 405],
    ['another path', '/mcp', 'POST', 404],
  ])('%s', async (_, path, method, status) => {
    const url = new URL(path, await start());
    expect((await fetch(url, { method, body: '{}' })).status).toBe(status);
  });

  test.each([
    ['what is not JSON', '{', -32700],
    ['the modern era', call('greet', { _meta: ENVELOPE }), -32000],
  ])('%s', async (_, body, code) => {
    const { endpoint } = await connect(await start());
    const response = await post(endpoint, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  test('a page of another origin', async () => {
    const response = await fetch(await start(), { headers: { origin: 'http://evil.example' } });
    expect(response.status).toBe(403);
  });

  test('a body that is too large', async () => {
    const { endpoint } = await connect(await start());
    expect((await post(endpoint, 'x'.repeat(4 * 1024 * 1024 + 1))).status).toBe(413);
  });

  test('a session too many, until one closes', async () => {
    const url = await start();
    const streams = await Promise.all(Array.from({ length: 1000 }, () => connect(url)));
    expect((await fetch(url)).status).toBe(503);
    streams[0]?.leave();
    await expect.poll(async () => (await fetch(url)).status).toBe(200);
  });
});
