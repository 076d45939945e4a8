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

/** `faults`: where to say that a number was read with other digits than it has on the wire, or a key is there twice. */
export function parseJson(bytes: Buffer, faults?: Pick<FaultLog, 'add'>): ParseResult {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return { ok: false, problem: 'utf8', offset: decoded.offset };
  const colons = countColons(bytes);
  if (colons === 'too deep') return { ok: false, problem: 'depth' };
  let value: unknown;
  try {
    value = JSON.parse(decoded.text);
  } catch {
    return { ok: false, problem: 'syntax' };
  }
  if (faults && LONG_NUMBER.test(decoded.text)) sayWhatChanged(bytes, faults);
  if (faults && colons !== countKeys(value)) sayWhatIsTwice(bytes, faults);
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

/** Those outside strings: as many as the keys of a valid text. */
function countColons(bytes: Buffer): number | 'too deep' {
  let depth = 0;
  let colons = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 0x22) at = endOfString(bytes, at);
    else if (byte === 0x3a) colons += 1;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) return 'too deep';
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return colons;
}

/** How many the reader kept. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) for (const item of value) keys += countKeys(item);
  else for (const key in value) keys += 1 + countKeys((value as Record<string, unknown>)[key]);
  return keys;
}

/** Looks at each key of a valid text that has one twice: a string with a colon after it. */
function sayWhatIsTwice(bytes: Buffer, faults: Pick<FaultLog, 'add'>): void {
  const open: Set<string>[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x5b || byte === 0x7b) open.push(new Set());
    else if (byte === 0x5d || byte === 0x7d) open.pop();
    else if (byte === 0x22) {
      const from = at;
      at = endOfString(bytes, at);
      const key = JSON.parse(bytes.toString('utf8', from, at + 1)) as string;
      while (isSpace(bytes[at + 1])) at++;
      if (bytes[at + 1] !== 0x3a) continue;
      if (open.at(-1)!.has(key))
        faults.add(
          'duplicate-key',
          'an object of a message has a key twice; these tests read the last one, and other clients may read the first',
          key,
        );
      open.at(-1)!.add(key);
    }
  }
}

const isSpace = (byte?: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** The closing quote of the string that opens at `from`. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== 0x22) at += bytes[at] === 0x5c ? 2 : 1;
  return at;
}
