/** A list in pages. A cursor is opaque to clients; one that we did not give is refused. */
import { CODE } from './eras.js';
import { RpcFault } from './rpc.js';

export function createPager(
  key: string,
  items: readonly unknown[],
  size: number | undefined,
): (params: Record<string, unknown>) => Record<string, unknown> {
  return ({ cursor }) => {
    const start = cursor === undefined ? 0 : offsetOf(cursor);
    if (
      start === undefined ||
      (start > 0 && (size === undefined || start >= items.length || start % size !== 0))
    ) {
      throw new RpcFault(CODE.invalidParams, 'Invalid params: unknown cursor');
    }
    if (size === undefined || start + size >= items.length) return { [key]: items.slice(start) };
    return { [key]: items.slice(start, start + size), nextCursor: cursorOf(start + size) };
  };
}

function cursorOf(offset: number): string {
  return Buffer.from(`from ${offset}`).toString('base64url');
}

function offsetOf(cursor: unknown): number | undefined {
  if (typeof cursor !== 'string' || cursor.length > 100) return undefined;
  const match = /^from ([1-9]\d*)$/.exec(Buffer.from(cursor, 'base64url').toString());
  return match ? Number(match[1]) : undefined;
}
