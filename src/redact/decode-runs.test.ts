import { describe, expect, it } from 'vitest';
import { decodeRuns } from './decode-runs.js';
import type { View } from './view.js';

/** Printable ASCII may be part of what is looked for. */
const telling = new Uint8Array(256).fill(1, 32, 127);
const SECRET = 'hunter2-hunter2';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');

function viewsOf(text: string, least = 8, bytes: Uint8Array = telling): View[] {
  return [...decodeRuns(Buffer.from(text), { least, telling: bytes })];
}

const read = ({ bytes }: View) => Buffer.from(bytes).toString('latin1');
const readings = (...from: Parameters<typeof viewsOf>) => viewsOf(...from).map(read);

/** The part of the text that the secret comes from, by every reading that has it. */
function sourcesOf(text: string, secret = SECRET): string[] {
  const source = Buffer.from(text);
  return viewsOf(text).flatMap((view) => {
    const start = Buffer.from(view.bytes).indexOf(secret);
    if (start < 0) return [];
    const hits = view.toSource([{ start, end: start + secret.length, placeholder: 'x' }]);
    expect(hits.map(({ placeholder }) => placeholder)).toEqual(['x']);
    return hits.map((hit) => source.toString('utf8', hit.start, hit.end));
  });
}

describe('base64', () => {
  it('is read from every character at which a byte may begin', () => {
    for (const before of ['', 'a', 'ab', 'abc', 'abcd']) {
      const [found = ''] = sourcesOf(`key ${before}${base64(SECRET)} end`);
      expect(found, before).toBe(base64(SECRET).replace(/=+$/, ''));
    }
  });

  it('gives back the characters of what was found, and no others', () => {
    // Three bytes are four characters: inside another text it begins and ends in the middle of one.
    expect(sourcesOf(base64(`abc${SECRET}abc`))).toEqual([base64(SECRET)]);
    expect(sourcesOf(base64(`a${SECRET}abc`))).toEqual([base64(`a${SECRET}abc`).slice(1, 22)]);
    expect(sourcesOf(base64(`ab${SECRET}abc`))).toEqual([base64(`ab${SECRET}abc`).slice(2, 23)]);
    expect(sourcesOf(base64(`${SECRET.slice(0, -1)}`), SECRET.slice(0, -1))).toEqual([
      base64(SECRET.slice(0, -1)).slice(0, 19),
    ]);
    expect(sourcesOf(base64(SECRET.slice(0, -2)), SECRET.slice(0, -2))).toEqual([
      base64(SECRET.slice(0, -2)).slice(0, 18),
    ]);
  });

  it('is read in both alphabets', () => {
    const secret = '>>>???>>>???key';
    expect(base64(secret)).toContain('+');
    expect(base64(secret)).toContain('/');
    expect(sourcesOf(base64(secret), secret)).toEqual([base64(secret)]);
    const url = Buffer.from(secret).toString('base64url');
    expect(sourcesOf(url, secret)).toEqual([url]);
  });

  it.each([
    ['lines', '\n'],
    ['lines of another system', '\r\n'],
    ['indented lines', '\n    '],
    ['lines indented by tabs', '\r\n\t\t'],
    ['lines that were put on one', ' | '],
  ])('is read over %s', (_, gap) => {
    const text = base64(SECRET);
    const torn = `${text.slice(0, 9)}${gap}${text.slice(9)}`;
    expect(sourcesOf(`key: ${torn}; end`)).toEqual([torn]);
  });

  it.each([' ', '\r', '| ', ' |x', ' |,', ' , ', ',', '\v\n', ' \n', '='])('is not read over %j', (gap) => {
    const text = base64(SECRET);
    expect(sourcesOf(`${text.slice(0, 9)}${gap}${text.slice(9)}`)).toEqual([]);
  });

  it('is not looked for in runs that are too short, nor in hashes', () => {
    expect(readings('abcdefg abcdefg abcdefg')).toEqual([]);
    const all = new Uint8Array(256).fill(1);
    // 8 bytes are 11 characters of base64 and 16 of hex.
    expect(readings('zzzzzzzzzz', 8, all)).toHaveLength(0);
    expect(readings('zzzzzzzzzzz', 8, all).length).toBeGreaterThan(0);
    const views = (digits: number) => readings('0123456789abcdef'.repeat(5).slice(0, digits), 8, all).length;
    expect(views(41)).toBe(2);
    expect(views(40)).toBe(6);
    expect(readings(`${'0123456789abcdef'.repeat(3)}g`, 8, all).length).toBe(6);
  });

  it('keeps what stands behind it, so that one can tell that it was clipped', () => {
    const clipped = (text: string) => {
      const bytes = new Uint8Array(telling);
      for (const byte of Buffer.from('…')) bytes[byte] = 1;
      return readings(text, 8, bytes).filter((one) => one.startsWith('hunter2-h'));
    };
    const ending = Buffer.from('…').toString('latin1');
    expect(clipped(`${base64('hunter2-hunt')}…`)).toEqual([`hunter2-hunt${ending}`]);
    expect(clipped(`${base64('hunter2-hunt')}\n…`)).toEqual([`hunter2-hunt${ending}`]);
    expect(clipped(`${base64('hunter2-hunt')}\\u00…`)).toEqual([`hunter2-hunt${ending}`]);
    expect(clipped(base64('hunter2-hunt'))).toEqual(['hunter2-hunt']);
  });
});

describe('hex', () => {
  it('is read from every digit, in both cases', () => {
    expect(sourcesOf(`0x${hex(SECRET)}`)).toEqual([hex(SECRET)]);
    expect(sourcesOf(`a${hex(SECRET)}b`)).toEqual([hex(SECRET)]);
    expect(sourcesOf(hex(SECRET).toUpperCase())).toEqual([hex(SECRET).toUpperCase()]);
    expect(sourcesOf(hex(`ab${SECRET}ab`))).toEqual([hex(SECRET)]);
  });

  it.each([' ', '+', ':', '-', '\n', '\r\n'])('is read with %j between its bytes', (gap) => {
    const spread = (hex(SECRET).match(/../g) ?? []).join(gap);
    expect(sourcesOf(`[${spread}]`)).toEqual([spread]);
  });

  it.each(['\n    ', ' | ', '\r\n\t'])('is read with %j between its lines', (gap) => {
    const spread = (hex(SECRET).match(/.{1,10}/g) ?? []).join(gap);
    expect(sourcesOf(`[${spread}]`)).toEqual([spread]);
  });

  it.each([',', ' |', '  ', '::', '/'])('is not read with %j between its bytes', (gap) => {
    const spread = (hex(SECRET).match(/../g) ?? []).join(gap);
    expect(sourcesOf(spread)).toEqual([]);
  });
});

describe('what is read', () => {
  it('is cut into stretches in which something could stand', () => {
    const text = base64(`\x01${SECRET}\x02short\x03${SECRET}!\x04`);
    expect(readings(text)).toEqual([SECRET, `${SECRET}!`]);
    const [, second] = viewsOf(text);
    const hits = second?.toSource([{ start: 0, end: 3, placeholder: 'x' }]) ?? [];
    // The 24th to 26th byte: from the 33rd character on.
    expect(hits).toEqual([{ start: 30, end: 35, placeholder: 'x' }]);
  });

  it('may be found several times in one run', () => {
    const text = base64(`${SECRET}abc${SECRET}`);
    const [view] = viewsOf(text);
    const hits = view?.toSource([
      { start: 0, end: 15, placeholder: 'a' },
      { start: 18, end: 33, placeholder: 'b' },
    ]);
    expect(hits).toEqual([
      { start: 0, end: 20, placeholder: 'a' },
      { start: 24, end: 44, placeholder: 'b' },
    ]);
  });

  it('is found in each of several runs', () => {
    const text = `${base64(SECRET)} and ${hex(SECRET)}, ${base64(SECRET)}`;
    expect(sourcesOf(text).sort()).toEqual([base64(SECRET), base64(SECRET), hex(SECRET)].sort());
  });
});
