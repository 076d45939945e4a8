import { describe, expect, it } from 'vitest';
import { ENCODINGS, layersOf } from '../../fixtures/leaky-mcp/encodings.mjs';
import fc from '../../test/lib/properties.js';
import { createBlotter } from './blotter.js';

const PLACEHOLDER = '[secret:X]';
const names = Object.keys(ENCODINGS);
const encoded = (name: string, text: string): string => ENCODINGS[name]?.(text) ?? '';
const blotterFor = (value: string) => createBlotter([{ value, placeholder: PLACEHOLDER }]);

/** What encodings write in their own way is among the characters. */
const awkward = fc
  .string({ unit: fc.constantFrom(...'abcXYZ0189+/=<>&"\'\\%-_ ü'), minLength: 9, maxLength: 60 })
  .filter((text) => text.trim() === text);
const words = fc.string({ unit: fc.constantFrom(...'abcXYZ019 .,:'), maxLength: 40 });

/** How many characters went. */
function blotted(before: string, after: string): number {
  return before.length - after.replace(PLACEHOLDER, '').length;
}

describe('a secret', () => {
  it.each(names)('is found as %s, whatever it is made of and stands in', (name) => {
    fc.assert(
      fc.property(awkward, words, words, (secret, before, after) => {
        const text = encoded(name, `${before} ${secret} ${after}`);
        const out = blotterFor(secret)(text);
        expect(out).toContain(PLACEHOLDER);
        // As much went as the secret takes by itself, but for what an encoding puts around the whole of it.
        const own = encoded(name, secret).length - encoded(name, '').length;
        expect(blotted(text, out)).toBeGreaterThan(own * 0.9 - 12 - (name.includes('lines of 76') ? 110 : 0));
      }),
      { numRuns: 60 },
    );
  });

  it('is found under any two encodings, one over the other, three layers deep', () => {
    const secret = 'cAn4ry+/"ü <&>\\value=0042';
    const blot = blotterFor(secret);
    for (const outer of names)
      for (const inner of names) {
        const text = encoded(outer, encoded(inner, `a ${secret} b`));
        if (layersOf(outer) + layersOf(inner) > 3) continue;
        // The indentation becomes `+`, which is a character of base64.
        if (outer.includes('form') && inner.includes('indented')) continue;
        expect(blot(text), `${inner}, then ${outer}`).toContain(PLACEHOLDER);
      }
  });

  it('beyond ASCII is found however its characters are numbered', () => {
    const secret = 'clé-日本-🔑-value';
    const units = [...secret];
    const code = (char: string): number => char.codePointAt(0) ?? 0;
    const spellings = [
      units.map((char) => `\\u{${code(char).toString(16)}}`).join(''),
      secret
        .split('')
        .map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
      units.map((char) => `&#${code(char)};`).join(''),
      units.map((char) => `&#x${code(char).toString(16)};`).join(''),
      encodeURIComponent(secret),
    ];
    for (const text of spellings) expect(blotterFor(secret)(`a ${text} b`), text).toContain(PLACEHOLDER);
  });

  it('is found behind escapes that are none', () => {
    const broken = [
      '\\u12',
      '\\u{}',
      '\\u{110000}',
      '\\ud83d',
      '\\ud83d\\u0041',
      '\\xZ1',
      '%zz',
      '%u12',
      '%',
      '&nosuch;',
      '&#xZZ;',
      '&#9999999;',
      '&#;',
      '&',
    ];
    for (const text of broken) {
      expect(blotterFor('hunter2-hunter2')(`${text} hunter2\\u002dhunter2`), text).toContain(PLACEHOLDER);
      expect(blotterFor('hunter2-hunter2')(`harmless ${text} words`)).toBe(`harmless ${text} words`);
    }
  });

  it('that looks escaped itself is found in a text of another escape', () => {
    for (const secret of ['postgres://me:p%40ss@db', 'a&amp;b/c\\nd"e', 'wxyz-%2541/y&lt;"z'])
      for (const name of names)
        expect(blotterFor(secret)(encoded(name, secret)), name).toContain(PLACEHOLDER);
  });

  it('that looks escaped in several ways is found however much of it a server decodes', () => {
    const secret = 'key%2D1\\u002F2&amp;3-value';
    const blot = blotterFor(secret);
    for (const percent of ['%2D', '-'])
      for (const json of ['\\u002F', '/'])
        for (const html of ['&amp;', '&']) {
          const told = `key${percent}1${json}2${html}3-value`;
          expect(blot(`a ${told} b`), told).toBe('a [secret:X] b');
          expect(blot(Buffer.from(told).toString('base64')), told).toMatch(/^\[secret:X\]=*$/);
        }
  });

  it('is found in base64 of UTF-16, as other systems write it', () => {
    const text = Buffer.from('key hunter2-hunter2', 'utf16le').toString('base64');
    expect(blotterFor('hunter2-hunter2')(text)).toContain(PLACEHOLDER);
  });

  it('is found in what is left of a text that was clipped', () => {
    const secret = 'k-a8f3/b77c+91d2-a8f3';
    for (const name of ['base64', 'hex', 'json of php', 'percent']) {
      const text = `${encoded(name, secret).slice(0, -6)}…`;
      expect(blotterFor(secret)(`key ${text} | bye`), name).toBe('key [secret:X]… | bye');
    }
  });

  it('is found in what is left of a text that was clipped at any place', () => {
    const secret = 'k-a8f3/b77c+91d2<"a8f3';
    for (const name of names.filter((each) => layersOf(each) <= 1)) {
      const [text, start] = [
        encoded(name, `a ${secret}`),
        encoded(name, 'a k-a8f3/b7'.padEnd(15, 'x')).length,
      ];
      for (let end = start; end < text.length; end++) {
        const clipped = `${text.slice(0, end)}…`;
        expect(blotterFor(secret)(clipped), `${name}: ${clipped}`).toContain(PLACEHOLDER);
        const shown = JSON.stringify(clipped);
        expect(blotterFor(secret)(shown), `${name}: ${shown}`).toContain(PLACEHOLDER);
      }
    }
  });

  it('takes nothing with it but its own characters', () => {
    const blot = blotterFor('hunter2-hunter2');
    expect(blot('a hunter2-hunter2 b')).toBe('a [secret:X] b');
    expect(blot('é %68unter2-hunter2 ü')).toBe('é [secret:X] ü');
    expect(blot(`{"a":"${Buffer.from('hunter2-hunter2').toString('base64')}"}`)).toBe('{"a":"[secret:X]"}');
    expect(blot(Buffer.from('some user: hunter2-hunter2').toString('base64'))).toBe(
      'c29tZSB1c2VyOi[secret:X]=',
    );
  });

  it('is not seen in text without it', () => {
    const blot = blotterFor('hunter2-hunter2');
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        for (const name of names) expect(blot(encoded(name, text))).toBe(encoded(name, text));
      }),
      { numRuns: 30 },
    );
  });
});

describe('what is looked for', () => {
  const two = createBlotter([
    { value: 'first-secret', placeholder: '[1]' },
    { value: 'second-secret', placeholder: '[2]' },
  ]);

  it('is every secret of eight characters and more, each time, with all that stands around it', () => {
    expect(two('é first-secret, second-secret; first-secret ü')).toBe('é [1], [2]; [1] ü');
    expect(two('first-secretsecond-secret')).toBe('[1][2]');
    expect(two('first-secre second-secre')).toBe('first-secre second-secre');
    const short = createBlotter([
      { value: '1234567', placeholder: '[7]' },
      { value: '12345678', placeholder: '[8]' },
    ]);
    expect(short('12345678')).toBe('[8]');
    expect(short('x1234567x')).toBe('x1234567x');
    expect(createBlotter([])('first-secret')).toBe('first-secret');
    expect(createBlotter([{ value: '1234567', placeholder: '[7]' }])('1234567')).toBe('1234567');
  });

  it('has the name of the longer one where one begins like another, and its own where it decodes to another', () => {
    const nested = createBlotter([
      { value: 'hunter2-hunter2-more', placeholder: '[long]' },
      { value: 'hunter2-hunter2', placeholder: '[short]' },
      { value: 'hunter2%2Dhunter2', placeholder: '[escaped]' },
    ]);
    expect(nested('hunter2-hunter2-more hunter2-hunter2 hunter2%2Dhunter2')).toBe('[long] [short] [escaped]');
  });

  it('is read where only part of the text is encoded, and blotted as one where readings overlap', () => {
    const asBase64 = Buffer.from('first-secret').toString('base64');
    expect(two(`first-secret ${asBase64} %66irst-secret`)).toBe('[1] [1] [1]');
    expect(two('first%2Dsecret and first-secret')).toBe('[1] and [1]');
  });

  it('is found as Latin-1 and UTF-16 have it, both ways round, and with the plus of a form', () => {
    const secret = 'clé über value';
    const blot = blotterFor(secret);
    const wide = Buffer.from(secret, 'utf16le');
    for (const bytes of [Buffer.from(secret, 'latin1'), wide, Buffer.from(wide).swap16()])
      expect(blot(bytes.toString('base64'))).toMatch(/^\[secret:X\]=*$/);
    expect(blot('q=clé+über+value&')).toBe('q=[secret:X]&');
    expect(blotterFor('日本-日本-日本')(Buffer.from('日本-日本-日本', 'utf16le').toString('hex'))).toBe(
      '[secret:X]',
    );
  });

  it('is found in JSON in JSON, six times over, in ASCII or not', () => {
    const secret = 'say "é" \\ twice';
    let [text, ascii] = [secret, secret];
    for (let depth = 1; depth <= 6; depth++) {
      text = JSON.stringify(text).slice(1, -1);
      ascii = JSON.stringify(ascii).slice(1, -1).replace('é', '\\u00e9');
      expect(blotterFor(secret)(`a ${text} b`), `${depth}`).toBe('a [secret:X] b');
      expect(blotterFor(secret)(`a ${ascii} b`), `${depth} in ASCII`).toBe('a [secret:X] b');
    }
  });

  it('has its lines by themselves from twelve characters on, but for those that frame it', () => {
    const blot = blotterFor('-----BEGIN A KEY-----\r\n  abcdefghijkl  \nabcdefghijk\n--not a frame!--\n');
    expect(blot('x abcdefghijkl y')).toBe('x [secret:X] y');
    expect(blot('x abcdefghijk y')).toBe('x abcdefghijk y');
    expect(blot('-----BEGIN A KEY-----')).toBe('-----BEGIN A KEY-----');
    expect(blot('--not a frame!--')).toBe('[secret:X]');
    const torn = blotterFor('abcdefghijkl\n-a- mnopqrstuvwx');
    expect(torn('x abcdefghijkl y -a- mnopqrstuvwx z')).toBe('x [secret:X] y [secret:X] z');
  });

  it('is found in what was clipped from eight characters on, and only there', () => {
    const blot = blotterFor('hunter2-hunter2');
    expect(blot('it is hunter2-…')).toBe('it is [secret:X]…');
    expect(blot('it is hunter2…')).toBe('it is hunter2…');
    expect(blot('it is hunter2-h… and hunter2-h')).toBe('it is [secret:X]… and hunter2-h');
    expect(blot('it is hunter2-hunter2…')).toBe('it is [secret:X]…');
    expect(blot('it is hunter2-h..')).toBe('it is hunter2-h..');
    expect(blot('hunter2-h\\u00…')).toBe('[secret:X]\\u00…');
    // The whole of a shorter one, before the beginning of a longer one.
    const both = createBlotter([
      { value: 'hunter2-hunter2-long', placeholder: '[long]' },
      { value: 'hunter2-hunt', placeholder: '[short]' },
    ]);
    expect(both('hunter2-hunt…')).toBe('[short]…');
    expect(both('hunter2-hun…')).toBe('[long]…');
  });

  it('is found three layers deep and no deeper', () => {
    const layers = (count: number) => {
      let text = 'hunter2/hunter2';
      for (let n = 0; n < count; n++) text = Buffer.from(text).toString('base64');
      return blotterFor('hunter2/hunter2')(text);
    };
    for (const depth of [0, 1, 2, 3]) expect(layers(depth), `${depth}`).toMatch(/^\[secret:X\](?:PQ)?=*$/);
    expect(layers(4)).not.toContain('[secret:X]');
  });
});
