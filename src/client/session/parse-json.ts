/**
 * JSON from the wire. Broken UTF-8 is refused and not patched, and so is nesting that no honest message
 * has: it would exhaust the memory or the stack of whoever walks the value later.
 */
import { decodeUtf8 } from './utf8.js';

/** Deep enough for any schema, far from the depth at which a recursive walk breaks. */
export const MAX_DEPTH = 1000;

export type ParseResult =
  | { ok: true; value: unknown }
  | { ok: false; problem: 'utf8' | 'depth' | 'syntax'; offset?: number };

export function parseJson(bytes: Buffer): ParseResult {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return { ok: false, problem: 'utf8', offset: decoded.offset };
  if (isTooDeep(bytes)) return { ok: false, problem: 'depth' };
  try {
    return { ok: true, value: JSON.parse(decoded.text) };
  } catch {
    return { ok: false, problem: 'syntax' };
  }
}

function isTooDeep(bytes: Buffer): boolean {
  if (bytes.length <= MAX_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 0x22) at = endOfString(bytes, at);
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
}

/** The closing quote of the string that opens at `from`. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== 0x22) at += bytes[at] === 0x5c ? 2 : 1;
  return at;
}
