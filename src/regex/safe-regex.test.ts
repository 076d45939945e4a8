import { describe, expect, test } from 'vitest';
import fc from '../../test/lib/properties.js';
import { compileLinear } from './re2.js';
import { compileRegex, isValidRegex } from './safe-regex.js';

describe('the linear engine says what JavaScript says', () => {
  const atom = fc.oneof(
    fc.constantFrom(
      ...['a', 'b', 'K', 's', '.', '\\s', '\\S', '\\d', '\\D', '\\w', '\\W', '\\b', '^', '$', '\\n', '\\r'],
      ...[
        '[^a]',
        '[a-c]',
        '[\\s\\d]',
        '[^\\S]',
        '[\\W]',
        '[\\w-.]',
        '[]',
        '[^]',
        '\\.',
        '\\-',
        '-',
        'é',
        'ß',
      ],
      ...[
        '😀',
        '[😀]',
        '[^😀]',
        '\\ud83d',
        '\\u00e9',
        '\\x41',
        '[\\u0000-\\uffff]',
        '\\t',
        '{',
        'a{2}',
        '\\0',
      ],
      ...['\\u{1f600}', '\\ud83d\\ude00', '[à-ü]', '\\p{L}', '(?<n>a)', '\\/', ']', '\\cA', '[\\b]'],
    ),
  );
  const pattern = fc
    .array(fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{1,2}', '*?', '|')), { maxLength: 5 })
    .map((parts) => parts.map(([a, q]) => (q === '|' ? `${a}|` : `(?:${a})${q}`)).join(''));
  const text = fc
    .array(
      fc.constantFrom(
        ...['a', 'b', 'A', 'k', 'S', ' ', '\n', '\r', '\u2028', '\u00a0', '\ufeff', '\v', '1', '_', '-', '.'],
        ...['é', 'É', 'ß', 'ẞ', 'ſ', '\u212a', '😀', '\ud83d', '\ude00', '\0', '{', ']', '/', '\u0001', '\b'],
      ),
      { maxLength: 6 },
    )
    .map((chars) => chars.join(''));
  const flags = fc.subarray(['i', 'm', 's', 'u']).map((list) => list.join(''));

  test.each([
    ['^.$', '', ['\r', '\u2028', '\n', 'a', '😀']],
    ['^.$', 'u', ['😀', 'é']],
    ['^.$', 's', ['\n', '\r']],
    ['^\\s+$', '', ['\u00a0\ufeff\v', 'a']],
    ['^[^\\S]$', '', ['\u3000', 'x']],
    ['^\\w+$', '', ['aZ_9', 'é']],
    ['^[😀]$', '', ['😀', '\ud83d']],
    ['^[\\w-.]+$', '', ['a-b.c', 'a+b']],
    ['b$', 'm', ['ab\nc', 'bc']],
    ['straße', 'iu', ['STRAẞE', 'strasse']],
  ])('/%s/%s', (source, set, samples) => {
    const linear = compileLinear(source, set);
    const native = new RegExp(source, set);
    expect(samples.map((sample) => linear?.test(sample))).toEqual(
      samples.map((sample) => native.test(sample)),
    );
  });

  test('for patterns, flags and texts of all kinds', () => {
    let compared = 0;
    fc.assert(
      fc.property(pattern, flags, text, (p, f, t) => {
        if (!isValidRegex(p, f)) return;
        const linear = compileLinear(p, f);
        if (!linear?.suits(t)) return;
        compared += 1;
        expect(linear.test(t)).toBe(new RegExp(p, f).test(t));
      }),
      { numRuns: 3000 },
    );
    expect(compared).toBeGreaterThan(500);
  });
});

test('a pattern that explodes when backtracking is answered on the linear engine', async () => {
  const regex = await compileRegex('(a+)+$');
  expect(await regex.test(`${'a'.repeat(50_000)}b`)).toBe(false);
  expect(await regex.test('a'.repeat(50_000))).toBe(true);
});

test('look-around and back-references work', async () => {
  const behind = await compileRegex('(?<=price: )\\d+');
  expect(await behind.test('price: 42')).toBe(true);
  expect(await behind.test('cost: 42')).toBe(false);
  const twice = await compileRegex('^(\\w)\\1$');
  expect(await twice.test('aa')).toBe(true);
  expect(await twice.test('ab')).toBe(false);
});

test('a pattern that needs backtracking and explodes is cut off, and the next one is answered', async () => {
  const hostile = await compileRegex('^(?=(a+)+$)');
  const harmless = await compileRegex('(?!x)y');
  const cut = expect(hostile.test(`${'a'.repeat(60)}b`)).rejects.toMatchObject({ code: 'regex-timeout' });
  const next = harmless.test('y');
  await cut;
  expect(await next).toBe(true);
});

test('flags mean what they mean in JavaScript, g has no memory', async () => {
  const regex = await compileRegex('^b.c$', 'gims');
  expect([await regex.test('a\nB\nC'), await regex.test('a\nB\nC')]).toEqual([true, true]);
});

test('an invalid pattern or flag is refused', async () => {
  expect(isValidRegex('(')).toBe(false);
  expect(isValidRegex('a', 'y')).toBe(false);
  expect(isValidRegex('a', 'i')).toBe(true);
  await expect(compileRegex('(')).rejects.toMatchObject({ code: 'regex-invalid' });
});
