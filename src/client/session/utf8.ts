/** UTF-8 that is refused when it is broken, never patched with replacement characters. */
import { isUtf8 } from 'node:buffer';

export type DecodeResult = { ok: true; text: string } | { ok: false; offset: number };

export function decodeUtf8(bytes: Buffer): DecodeResult {
  return isUtf8(bytes)
    ? { ok: true, text: bytes.toString('utf8') }
    : { ok: false, offset: firstBadByte(bytes) };
}

/** The start of the first byte sequence that is not UTF-8, found by halving. */
function firstBadByte(bytes: Buffer): number {
  let good = 0;
  let end = bytes.length;
  while (end - good > 8) {
    const middle = characterStart(bytes, good + ((end - good) >> 1), good);
    if (middle > good && isUtf8(bytes.subarray(good, middle))) good = middle;
    else if (middle > good) end = middle;
    else break;
  }
  for (let length = 1; good < bytes.length; length = 1) {
    while (length <= 4 && !isUtf8(bytes.subarray(good, good + length))) length++;
    if (length > 4 || good + length > bytes.length) return good;
    good += length;
  }
  return good;
}

/** Steps back over at most three continuation bytes, so that a good character is not cut in two. */
function characterStart(bytes: Buffer, at: number, floor: number): number {
  let start = at;
  while (start > floor && at - start < 3 && (bytes[start]! & 0xc0) === 0x80) start--;
  return start;
}
