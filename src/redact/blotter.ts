/**
 * Finds secrets in text and puts placeholders in their place: as they are, and in whatever the text decodes to, three
 * layers deep. The time grows with the length of the text, however it is made.
 */
import { decodeEscapes, type EscapeKind, halfEscape } from './decode-escapes.js';
import { decodeRuns } from './decode-runs.js';
import type { Hit, View } from './view.js';

export interface KnownSecret {
  value: string;
  placeholder: string;
}

/** Shorter values are too common to be looked for inside other text. */
export const SHORTEST_INSIDE = 8;

/** Base64 of a form in JSON that escapes its slashes is three. */
const LAYERS = 3;

/** JSON in a string in JSON and so on: each layer escapes the quotes and backslashes of the one below. */
const JSON_DEPTH = 7;

/** A shorter line of a secret may be anything, such as the brace of a JSON document. */
const TELLING_LINE = 12;

/** The most characters that any encoding needs for one, and the white space around them. */
const WIDEST = 12;

/** What `clip` puts in place of the rest; messages about servers are clipped where they arise. */
const CLIPPED = '…';
const CLIPPED_BYTES = Buffer.from(CLIPPED);

interface Needle {
  bytes: Uint8Array;
  placeholder: string;
}

export function createBlotter(secrets: readonly KnownSecret[]): (text: string) => string {
  const known = secrets.filter(({ value }) => value.length >= SHORTEST_INSIDE);
  const needles = needlesOf(known);
  if (needles.length === 0) return (text) => text;
  const scan = scanner(needles);
  const lengths = needles.map(({ bytes }) => bytes.length);
  const reach = WIDEST * Math.max(...known.map(({ value }) => Buffer.byteLength(value)));
  const shortest = Math.min(...lengths);
  const telling = tellingBytes(needles);

  const views = function* (bytes: Uint8Array, isClipped: boolean): Generator<View> {
    const decoded = decodeEscapes(bytes, reach);
    if (decoded !== undefined) yield decoded;
    yield* decodeRuns(bytes, { least: isClipped ? SHORTEST_INSIDE : shortest, telling });
  };
  const find = (bytes: Uint8Array, isClipped: boolean, layers: number): Hit[] => {
    const hits = scan(bytes, isClipped);
    if (layers === 0) return hits;
    for (const view of views(bytes, isClipped)) {
      const inner = find(view.bytes, isClipped, layers - 1);
      if (inner.length > 0) for (const hit of view.toSource(inner)) hits.push(hit);
    }
    return merged(hits);
  };
  return (text) => {
    if (text.length < SHORTEST_INSIDE) return text;
    const bytes = Buffer.from(text);
    const hits = find(bytes, text.includes(CLIPPED), LAYERS);
    return hits.length === 0 ? text : blot(bytes, hits);
  };
}

function blot(bytes: Buffer, hits: Hit[]): string {
  let out = '';
  let copied = 0;
  for (const { start, end, placeholder } of hits) {
    out += bytes.toString('utf8', copied, start) + placeholder;
    copied = end;
  }
  return out + bytes.toString('utf8', copied);
}

/** In order, and each character in one of them at most: of two that overlap the first and longer one gives its name. */
function merged(hits: Hit[]): Hit[] {
  if (hits.length < 2) return hits;
  hits.sort((a, b) => a.start - b.start || b.end - a.end);
  const out: Hit[] = [];
  for (const hit of hits) {
    const last = out.at(-1);
    if (last === undefined || hit.start >= last.end) out.push({ ...hit });
    else last.end = Math.max(last.end, hit.end);
  }
  return out;
}

function needlesOf(secrets: readonly KnownSecret[]): Needle[] {
  const byText = new Map<string, Needle>();
  const add = (bytes: Buffer, placeholder: string): void => {
    const key = bytes.toString('latin1');
    if (bytes.length >= SHORTEST_INSIDE && !byText.has(key)) byText.set(key, { bytes, placeholder });
  };
  // What one secret decodes to may be another one, which has a name of its own.
  for (const { value, placeholder } of secrets) add(Buffer.from(value), placeholder);
  for (const { value, placeholder } of secrets) for (const bytes of bytesOf(value)) add(bytes, placeholder);
  return [...byText.values()];
}

/** The bytes of a secret, and of any encoding of it: all encodings are ASCII, and a clipped one ends in `…`. */
function tellingBytes(needles: Needle[]): Uint8Array {
  const telling = new Uint8Array(256).fill(1, 32, 127);
  for (const byte of [9, 10, 13, ...CLIPPED_BYTES]) telling[byte] = 1;
  for (const { bytes } of needles) for (const byte of bytes) telling[byte] = 1;
  return telling;
}

/** As UTF-8, Latin-1 and UTF-16 have them, and with the `+` that forms write for a space. */
function bytesOf(secret: string): Buffer[] {
  const texts = [secret, ...linesOf(secret)];
  return [
    ...texts.flatMap((text) => {
      const wide = Buffer.from(text, 'utf16le');
      const narrow = /^[\0-\xff]*$/.test(text) ? [Buffer.from(text, 'latin1')] : [];
      return [Buffer.from(text), ...narrow, wide, Buffer.from(wide).swap16()];
    }),
    Buffer.from(secret.replaceAll(' ', '+')),
    ...nestedJson(secret).map((text) => Buffer.from(text)),
    ...halfDecoded(secret),
  ];
}

/** JSON in JSON deeper than layers are taken off. */
function nestedJson(secret: string): string[] {
  return [secret, asciiOnly(secret)].flatMap((start) => {
    const forms = [start];
    for (let depth = 1; depth < JSON_DEPTH; depth++) forms.push(JSON.stringify(forms.at(-1)).slice(1, -1));
    return forms;
  });
}

/**
 * A secret with something like an escape in it, such as the `%40` of a URL: once a text is decoded, that is decoded too,
 * with or without the other kinds.
 */
function halfDecoded(secret: string): Buffer[] {
  const out = new Map<string, Buffer>();
  let layer: Buffer[] = [Buffer.from(secret)];
  for (let depth = 0; depth < LAYERS; depth++) {
    layer = layer
      .flatMap((bytes) => KINDS_TOGETHER.flatMap((kinds) => decodedOnce(bytes, kinds)))
      .filter((bytes) => !out.has(bytes.toString('latin1')));
    for (const bytes of layer) out.set(bytes.toString('latin1'), bytes);
    layer = [...new Map(layer.map((bytes) => [bytes.toString('latin1'), bytes])).values()];
  }
  return [...out.values()];
}

const KINDS_TOGETHER: EscapeKind[][] = [
  ['\\'],
  ['%'],
  ['&'],
  ['\\', '%'],
  ['\\', '&'],
  ['%', '&'],
  ['\\', '%', '&'],
];

/** Empty where there is nothing of these kinds. */
function decodedOnce(bytes: Buffer, kinds: EscapeKind[]): Buffer[] {
  const view = decodeEscapes(bytes, bytes.length, kinds);
  return view === undefined ? [] : [Buffer.from(view.bytes.subarray(0, -1))];
}

/** Of a key that is written over several lines: whoever shows a text line by line tears it apart. */
function linesOf(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  return lines.length < 2
    ? []
    : lines.filter((line) => line.length >= TELLING_LINE && !/^-+[\w ]+-+$/.test(line));
}

/** As serializers write it that keep to ASCII: everything else as `\\uXXXX`, already escaped once. */
function asciiOnly(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\x00-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Finds any of the needles, at each place the longest. A table over pairs of bytes says how far the end of the next
 * needle's beginning can be at the nearest (Wu and Manber), so that most bytes are never looked at, and the cost hardly
 * depends on how many secrets there are.
 */
function scanner(needles: Needle[]): (bytes: Uint8Array, isClipped: boolean) => Hit[] {
  const whole = Math.min(...needles.map(({ bytes }) => bytes.length)) - 2;
  const inWhole = pairTable(needles, whole);
  // Of a clipped secret only the beginning is there.
  const inClipped = pairTable(needles, 0);
  return (bytes, isClipped) => {
    const { shifts, byPair, offset } = isClipped ? inClipped : inWhole;
    const hits: Hit[] = [];
    const last = bytes.length - 1 - offset;
    for (let at = 0; at < last; ) {
      const pair = pairAt(bytes, at + offset);
      const shift = shifts[pair] as number;
      if (shift > 0) {
        at += shift;
        continue;
      }
      const hit = hitAt(bytes, at, byPair.get(pair) ?? [], isClipped);
      if (hit !== undefined) hits.push(hit);
      at = hit?.end ?? at + 1;
    }
    return hits;
  };
}

/** For windows whose last pair stands at `offset`: how far to go on, and the needles that may begin where it is 0. */
function pairTable(needles: Needle[], offset: number) {
  const shifts = new Uint8Array(65_536).fill(Math.min(offset + 1, 255));
  const byPair = new Map<number, Needle[]>();
  for (const needle of needles) {
    for (let at = 0; at <= offset; at++) {
      const pair = pairAt(needle.bytes, at);
      shifts[pair] = Math.min(shifts[pair] as number, offset - at);
    }
    const pair = pairAt(needle.bytes, offset);
    byPair.set(pair, [...(byPair.get(pair) ?? []), needle]);
  }
  for (const list of byPair.values()) list.sort((a, b) => b.bytes.length - a.bytes.length);
  return { shifts, byPair, offset };
}

function hitAt(bytes: Uint8Array, at: number, near: Needle[], isClipped: boolean): Hit | undefined {
  let clipped: Hit | undefined;
  for (const needle of near) {
    const length = commonLength(bytes, at, needle.bytes);
    const hit = { start: at, end: at + length, placeholder: needle.placeholder };
    if (length === needle.bytes.length) return hit;
    if (isClipped && length >= SHORTEST_INSIDE && isCutAt(bytes, at + length)) clipped ??= hit;
  }
  return clipped;
}

function commonLength(bytes: Uint8Array, at: number, needle: Uint8Array): number {
  let length = 0;
  while (length < needle.length && bytes[at + length] === needle[length]) length += 1;
  return length;
}

/** Whether the text ends here because it was clipped, perhaps in the middle of an escape. */
function isCutAt(bytes: Uint8Array, at: number): boolean {
  const end = at + halfEscape(bytes, at);
  return CLIPPED_BYTES.every((byte, index) => bytes[end + index] === byte);
}

function pairAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
}
