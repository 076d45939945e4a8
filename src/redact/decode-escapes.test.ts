import { describe, expect, it } from 'vitest';
import { decodeEscapes, type EscapeKind, halfEscape } from './decode-escapes.js';

/** What stands there once it is decoded, without the zero at its end; undefined where nothing is escaped. */
function decoded(text: string, reach = 100, kinds?: EscapeKind[]): string | undefined {
  const view = decodeEscapes(Buffer.from(text), reach, kinds);
  if (view === undefined) return undefined;
  expect(view.bytes.at(-1)).toBe(0);
  return Buffer.from(view.bytes.subarray(0, -1)).toString('latin1');
}

const bytes = (text: string) => Buffer.from(text).toString('latin1');

describe('an escape', () => {
  it.each([
    ['\\n', '\n'],
    ['\\r', '\r'],
    ['\\t', '\t'],
    ['\\b', '\b'],
    ['\\f', '\f'],
    ['\\"', '"'],
    ["\\'", "'"],
    ['\\/', '/'],
    ['\\\\', '\\'],
    ['\\u0041', 'A'],
    ['\\u0000', '\0'],
    ['\\u007f', '\x7f'],
    ['\\u0080', '\x80'],
    ['\\u07ff', '\u07ff'],
    ['\\u0800', '\u0800'],
    ['\\uffff', '\uffff'],
    ['\\ud800\\udc00', '\u{10000}'],
    ['\\udbff\\udfff', '\u{10ffff}'],
    ['\\uD83D\\uDE00', '😀'],
    ['\\u{41}', 'A'],
    ['\\u{1F600}', '😀'],
    ['\\u{10ffff}', '\u{10ffff}'],
    ['%41', 'A'],
    ['%00', '\0'],
    ['%c3%A9', 'é'],
    ['%u00e9', 'é'],
    ['%u20AC', '€'],
    ['&amp;', '&'],
    ['&#65;', 'A'],
    ['&#x41;', 'A'],
    ['&#X1f600;', '😀'],
    ['&#1114111;', '\u{10ffff}'],
    ['&#0000000065;', 'A'],
  ])('%s is %j', (text, meant) => {
    expect(decoded(text)).toBe(bytes(meant));
    expect(decoded(`a${text}b`)).toBe(bytes(`a${meant}b`));
  });

  it('of a byte is that byte, and of half a pair is what an encoder would write of it', () => {
    expect(decoded('\\xe9')).toBe('\xe9');
    expect(decoded('%E9')).toBe('\xe9');
    expect(decoded('\\ud83d')).toBe('\xed\xa0\xbd');
    // No pair: the second is no low half, or the first no high one, or it is not written in the same way.
    for (const [first, second] of [
      ['\\ud83d', '\\u0041'],
      ['\\ud800', '\\udbff'],
      ['\\ud800', '\\ue000'],
      ['\\ud7ff', '\\udc00'],
      ['\\udc00', '\\udc00'],
    ] as const)
      expect(decoded(first + second)).toBe(`${decoded(first)}${decoded(second)}`);
    expect(decoded('\\ud83d\\xde')).toBe('\xed\xa0\xbd\xde');
    expect(decoded('\\ud83d/ude00')).toBe('\xed\xa0\xbd/ude00');
    expect(decoded('\\ud83d\\ude0')).toBe('\xed\xa0\xbd\\ude0');
  });

  it.each(
    [
      '\\u12',
      '\\u{}',
      '\\u{110000}',
      '\\u{41',
      '\\u{4g}',
      '\\u{0000000000041}',
      '\\xZ1',
      '\\x1',
      '\\q',
      '\\',
      '\\0',
    ]
      .concat([
        '%',
        '%1',
        '%zz',
        '%u12',
        '%u004',
        '%/0',
        '%:0',
        '%@0',
        '%`0',
        '%g0',
        '%G0',
        '%0/',
        '%0:',
        '%0g',
      ])
      .concat([
        '&',
        '&;',
        '&#;',
        '&a;',
        '&amp',
        '&amp ;',
        '&nosuch;',
        '&AMP;',
        '&#xZZ;',
        '&#6a;',
        '&#x4Z;',
        '&#4z;',
        '&#1114112;',
      ])
      .concat(['&#00000000065;', 'plain', '']),
  )('%j is none', (text) => {
    expect(decoded(text)).toBeUndefined();
  });

  it('has a name for ASCII and for Latin-1', () => {
    const names = {
      ...{ lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', bsol: '\\', plus: '+', equals: '=', colon: ':' },
      ...{ excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(', rpar: ')', ast: '*', comma: ',' },
      ...{ period: '.', semi: ';', quest: '?', commat: '@', lsqb: '[', rsqb: ']', Hat: '^', lowbar: '_' },
      ...{
        grave: '`',
        lcub: '{',
        lbrack: '[',
        rbrack: ']',
        lbrace: '{',
        rbrace: '}',
        verbar: '|',
        vert: '|',
      },
      ...{
        rcub: '}',
        Tab: '\t',
        NewLine: '\n',
        nbsp: '\xa0',
        acute: '´',
        micro: 'µ',
        AElig: 'Æ',
        Ccedil: 'Ç',
      },
      ...{ Oslash: 'Ø', Ugrave: 'Ù', eacute: 'é', ecirc: 'ê', ucirc: 'û', uuml: 'ü', yuml: 'ÿ', szlig: 'ß' },
    };
    for (const [name, meant] of Object.entries(names)) expect(decoded(`&${name};`), name).toBe(bytes(meant));
  });

  it('is read in the kinds that are asked for, one layer of each', () => {
    const text = '\\u0041 %42 &#67;';
    expect(decoded(text)).toBe('A B C');
    expect(decoded(text, 100, ['\\'])).toBe('A %42 &#67;');
    expect(decoded(text, 100, ['%'])).toBe('\\u0041 B &#67;');
    expect(decoded(text, 100, ['&'])).toBe('\\u0041 %42 C');
    expect(decoded('%2541 \\\\u0041 &amp;#65;')).toBe('%41 \\u0041 &#65;');
  });
});

describe('the neighbourhood of escapes', () => {
  const far = '-'.repeat(40);

  it('is all that is decoded', () => {
    // From 3 bytes before an escape to 12 and 3 behind its beginning.
    expect(decoded(`${far}abc%41123456789012345${far}`, 3)).toBe('abcA123456789012');
    expect(decoded(`a%41`, 3)).toBe('aA');
  });

  it('is one where two meet, and two with a zero between them where they do not', () => {
    const apart = (gap: number) => decoded(`%41${'-'.repeat(gap)}%42`, 3);
    expect(apart(15)).toBe(`A${'-'.repeat(15)}B`);
    expect(apart(16)).toBe(`A${'-'.repeat(12)}\0---B`);
    expect(apart(200)).toBe(`A${'-'.repeat(12)}\0---B`);
  });

  it('is copied whole, however long', () => {
    const long = Array.from({ length: 300 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('');
    expect(decoded(`${long}%41${long}`, 1000)).toBe(`${long}A${long}`);
    expect(decoded(`${long}%41${long}%42`, 1000)).toBe(`${long}A${long}B`);
  });
});

describe('where something stood before it was decoded', () => {
  /** The parts of the text that the words come from, in the order of the words. */
  function sources(text: string, words: string[], reach = 100): string[] {
    const source = Buffer.from(text);
    const view = decodeEscapes(source, reach);
    const read = Buffer.from(view?.bytes ?? []);
    let after = 0;
    const hits = words.map((word) => {
      const start = read.indexOf(word, after);
      expect(start, word).toBeGreaterThanOrEqual(0);
      after = start + Buffer.byteLength(word);
      return { start, end: after, placeholder: word };
    });
    const found = view?.toSource(hits) ?? [];
    expect(found.map(({ placeholder }) => placeholder)).toEqual(words);
    return found.map(({ start, end }) => source.toString('utf8', start, end));
  }

  it('is told to the byte', () => {
    expect(sources('say %68ello to', ['hello'])).toEqual(['%68ello']);
    expect(sources('say hell%6F to', ['hello'])).toEqual(['hell%6F']);
    expect(sources('é h\\u00e9llo &eacute; hello', ['héllo', 'hello'])).toEqual(['h\\u00e9llo', 'hello']);
    expect(sources('%41 one two', ['one', 'two'])).toEqual(['one', 'two']);
    expect(sources('a😀b\\ud83d\\ude00c', ['😀c'])).toEqual(['😀b\\ud83d\\ude00c'.slice(3)]);
  });

  it('is told in every neighbourhood', () => {
    const gap = '-'.repeat(300);
    expect(sources(`one%31 ${gap} two%32 ${gap}${gap} three%33`, ['one1', 'two2', 'three3'], 8)).toEqual([
      'one%31',
      'two%32',
      'three%33',
    ]);
  });

  it('is the whole escape where only a byte of it was meant', () => {
    const view = decodeEscapes(Buffer.from('a\\u20acb'), 10);
    expect(view?.toSource([{ start: 2, end: 3, placeholder: 'x' }])).toEqual([
      { start: 1, end: 7, placeholder: 'x' },
    ]);
    expect(view?.toSource([])).toEqual([]);
  });
});

describe('the beginning of an escape', () => {
  it.each([
    ['', 0],
    ['abc', 0],
    ['\\', 1],
    ['\\u00', 4],
    ['\\\\\\u00', 6],
    ['%', 1],
    ['%2', 2],
    ['%-2', 1],
    ['&', 1],
    ['&am', 3],
    ['&#x2', 4],
    ['&am;', 3],
    ['&am-', 3],
    ['&abcdefghijklmnopq', 12],
    ['%%', 1],
    ['#12', 0],
    ['&AZaz09', 7],
    ['&a@', 2],
    ['&a[', 2],
    ['&a`', 2],
    ['&a{', 2],
    ['&a/', 2],
    ['&a:', 2],
  ])('%j has %i bytes', (text, length) => {
    expect(halfEscape(Buffer.from(text), 0)).toBe(length);
    expect(halfEscape(Buffer.from(`xy${text}`), 2)).toBe(length);
  });
});
