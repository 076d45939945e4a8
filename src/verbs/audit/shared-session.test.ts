import { describe, expect, it } from 'vitest';
import type { Connection } from '../../types/connection.js';
import { type OpenConnection, SharedSession } from './shared-session.js';

/** A connection that leaves after so many uses. */
function opened(uses: number): OpenConnection {
  let left = uses;
  let isClosed = false;
  const connection = {
    get alive() {
      return left > 0 && !isClosed;
    },
    list: async () => {
      left -= 1;
      if (left < 0) throw new Error('the server was killed');
      return 'listed';
    },
    close: async () => {
      isClosed = true;
    },
  };
  return { connection: connection as unknown as Connection, took: 1 };
}

const listed = ({ connection }: OpenConnection) => connection.list('tools/list') as Promise<unknown>;
const listedAndClosed = async (open: OpenConnection) => {
  const list = await listed(open).catch((error: Error) => error.message);
  await open.connection.close();
  return list;
};

describe('a session that several parts share', () => {
  const over = (first: OpenConnection, ...alone: (OpenConnection | undefined)[]) =>
    new SharedSession(first, async () => alone.shift());

  it('asks a server that left once more, alone, and says so where it stays then', async () => {
    const session = over(opened(0), opened(5));
    expect(await session.use(listed)).toBe('listed');
    expect(session.isEndedByOthers).toBe(true);
    expect(await session.use(listedAndClosed)).toBe('listed');
  });

  it('blames a server that leaves when it is alone, too, or does not start again', async () => {
    const session = over(opened(0), opened(0));
    await expect(session.use(listed)).rejects.toThrow('killed');
    expect(session.isEndedByOthers).toBe(false);
    await expect(over(opened(0)).use(listed)).rejects.toThrow('killed');
    const mayfly = () => over(opened(0), opened(1));
    expect(await mayfly().use(listedAndClosed)).toBe('listed');
    expect(await mayfly().use(listedAndClosed, { mustStay: true })).toContain('killed');
  });

  it('does not take its own closing for a server that left', async () => {
    const session = over(opened(5));
    expect(await session.use(listedAndClosed)).toBe('listed');
    expect(session.isEndedByOthers).toBe(false);
    const one = over(opened(5));
    await one.close();
    await one.closed;
  });
});
