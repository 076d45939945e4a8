/** Every status that a server can answer with is told, and none is waited on for ever. */
import { expect, test } from 'vitest';
import type { Reply } from '../../types/connection.js';
import { inParallel } from '../../util/in-parallel.js';
import { reach, refused } from '../chaos-testkit.js';
import { type Handler, honest, http, serve } from '../http-testkit.js';

const STATUSES = Array.from({ length: 500 }, (_, at) => 100 + at);

/** The status that the path names, without a body, and then the end of the connection. */
const bare: Handler = ({ path }, response) => {
  response.socket?.end(
    `HTTP/1.1 ${path.slice(1)} Odd\r\nconnection: upgrade\r\nupgrade: odd\r\ncontent-length: 0\r\n\r\n`,
  );
};

async function forEachStatus<T>(url: string, ask: (url: string) => Promise<T>): Promise<Map<number, T>> {
  const seen = new Map<number, T>();
  await inParallel(STATUSES, 20, async (status) => {
    seen.set(status, await ask(new URL(`/${status}`, url).href));
  });
  return seen;
}

test('no status from 100 to 599 is an answer to initialize', async () => {
  const { url } = await serve(bare);
  const seen = await forEachStatus(url, async (each) => (await refused(http(each))).message);
  expect([...seen].filter(([, message]) => message === '')).toEqual([]);
  expect(seen.size).toBe(STATUSES.length);
  expect(seen.get(101)).toContain('HTTP 101: the server switches to another protocol');
});

test('no status from 100 to 599 is an answer to tools/call', async () => {
  const { url } = await serve(honest(bare));
  const seen = await forEachStatus(url, async (each): Promise<Reply> => {
    const connection = await reach(http(each));
    const reply = await connection.request('tools/call', { name: 'x' });
    await connection.close();
    return reply;
  });
  const answered = [...seen].filter(([, { kind }]) => kind === 'result' || kind === 'error');
  expect(answered).toEqual([]);
  expect(seen.size).toBe(STATUSES.length);
  expect(seen.get(101)).toMatchObject({ kind: 'invalid', message: expect.stringContaining('HTTP 101') });
});
