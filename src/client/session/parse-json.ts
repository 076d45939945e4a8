/**
 * JSON from the wire. Broken UTF-8 is refused and not patched, and so is nesting that no honest message
 * has: it would exhaust the memory or the stack of whoever walks the value later.
 */
import type { FaultLog } from './fault-log.js';
import { decodeUtf8 } from './utf8.js';

/** Deep enough for any schema, far from the depth at which a recursive walk breaks. */
export const MAX_DEPTH = 1000;

export type ParseResult =
  | { ok: true; value: unknown }
  | { ok: false; problem: 'utf8' | 'depth' | 'syntax'; offset?: number };

/** A number that JavaScript may not keep as it is: many digits, or a large exponent. */
const LONG_NUMBER = /\d{16}|\d[eE]\+?\d{3}/;

/** `faults`: where to say that a number was read with other digits than it has on the wire. */
export function parseJson(bytes: Buffer, faults?: Pick<FaultLog, 'add'>): ParseResult {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return { ok: false, problem: 'utf8', offset: decoded.offset };
  if (isTooDeep(bytes)) return { ok: false, problem: 'depth' };
  let value: unknown;
  try {
    value = JSON.parse(decoded.text);
  } catch {
    return { ok: false, problem: 'syntax' };
  }
  if (faults && LONG_NUMBER.test(decoded.text)) sayWhatChanged(bytes, faults);
  return { ok: true, value };
}

/** Looks at each number of a valid text, and at no string. */
function sayWhatChanged(bytes: Buffer, faults: Pick<FaultLog, 'add'>): void {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 0x22) at = endOfString(bytes, at);
    else if (isOfNumber(bytes[at]!)) {
      const from = at;
      while (at < bytes.length && isOfNumber(bytes[at]!)) at++;
      const written = bytes.toString('latin1', from, at);
      if (at - from >= 5 && !isKept(written))
        faults.add(
          'inexact-number',
          'a message has a number that JavaScript cannot keep, so these tests and many clients read another one',
          `${written} is read as ${Number(written)}`,
        );
    }
  }
}

/** A digit, a sign, a point or the letter of an exponent. The letters of true, false and null make no long number. */
const isOfNumber = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || [0x2b, 0x2d, 0x2e, 0x45, 0x65].includes(byte);

/** A fraction is rounded by everybody, which is nobody's fault. */
function isKept(written: string): boolean {
  const read = Number(written);
  if (!/^-?\d+$/.test(written)) return Math.abs(read) !== Number.POSITIVE_INFINITY;
  return Number.isFinite(read) && (String(read) === written || BigInt(read) === BigInt(written));
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
