import { describe, expect, it } from 'vitest';
import { fold, gatherEvidence } from './evidence.js';
import { decimals, readings, tokenReadings } from './number-readings.js';
import { checkNumbers } from './numbers.js';

const evidence = (...sources: unknown[]) => gatherEvidence(() => sources);

describe('texts are compared', () => {
  it.each([
    ['Straße  ÀB\n\tc ', 'straße àb c'],
    ['“a” „b” «c»', '"a" "b" "c"'],
    ['‘a’', "'a'"],
    ['a‐b‑c–d—e−f', 'a-b-c-d-e-f'],
    ['**bold** *it*', 'bold it'],
    ['ＡＢ１', 'ab1'],
  ])('%j as %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('wherever they stand: in keys, values and JSON within texts', () => {
    const found = evidence(
      { Key: ['Value one', true, 42] },
      '{"inner":"{\\"deep\\":\\"bottom\\"}"}',
      undefined,
      null,
    );
    for (const text of ['key', 'VALUE  one', 'true', '42', 'inner', 'deep', 'bottom'])
      expect(found.hasText(text)).toBe(true);
    for (const text of ['other', 'null', 'undefined']) expect(found.hasText(text)).toBe(false);
  });

  it('as JSON three times at most, and only what is a list or an object', () => {
    // Lengths of lists are told only of what was read.
    const nested = (times: number) => {
      let text = JSON.stringify(Array(77).fill(0));
      for (let n = 1; n < times; n++) text = JSON.stringify([text]);
      return evidence(text).hasNumber(77, 77);
    };
    expect([1, 2, 3, 4].map(nested)).toEqual([true, true, true, false]);
    expect(evidence(' \n [0,0,0,0,0]').hasNumber(5, 5)).toBe(true);
    expect(evidence('x [0,0,0,0,0]').hasNumber(5, 5)).toBe(false);
    expect(evidence('[0,0,0,0,0').hasNumber(5, 5)).toBe(false);
  });

  it('as words that stand by themselves', () => {
    const found = evidence('The ORD-10 and xORD-11, ORD-12x; (ORD-13) ORD-141 ORD-14');
    for (const word of ['ord-10', 'ORD-13', 'ORD-14']) expect(found.hasWord(word), word).toBe(true);
    for (const word of ['ORD-11', 'ORD-12', 'ORD-1', '']) expect(found.hasWord(word), word).toBe(false);
    expect(evidence('abc').hasWord('abc')).toBe(true);
  });

  it('as digits, whatever stands between them', () => {
    const found = evidence('call +49 (30) 123-45.67 now', 8912);
    expect(found.hasDigits('49301234567')).toBe(true);
    expect(found.hasDigits('8912')).toBe(true);
    expect(found.hasDigits('4930123456789')).toBe(false);
  });

  it('only once something is asked', () => {
    let asked = 0;
    const found = gatherEvidence(() => {
      asked += 1;
      return ['a 12'];
    });
    expect(asked).toBe(0);
    expect([found.hasText('a'), found.hasWord('a'), found.hasNumber(12, 12), found.hasDigits('12')]).toEqual(
      Array(4).fill(true),
    );
    expect(asked).toBe(1);
  });
});

describe('numbers are found', () => {
  it('within their bounds, whatever their sign', () => {
    const found = evidence(-5, 10, '20.5', [1, 2, 3]);
    for (const [low, high] of [
      [5, 5],
      [9.5, 10],
      [10, 10.5],
      [20.4, 20.6],
      [3, 3],
    ] as const)
      expect(found.hasNumber(low, high)).toBe(true);
    for (const [low, high] of [
      [4.1, 4.9],
      [5.1, 9.9],
      [21, 1000],
      [-9, -1],
    ] as const)
      expect(found.hasNumber(low, high)).toBe(false);
    expect(evidence().hasNumber(0, 100)).toBe(false);
  });

  it('as the lines of a text, with a head or without, but not of one line', () => {
    const found = evidence('a\nb\n\n  \nc\nd\ne\nf\ng');
    expect([
      found.hasNumber(7, 7),
      found.hasNumber(6, 6),
      found.hasNumber(8, 8),
      found.hasNumber(9, 9),
    ]).toEqual([true, true, false, false]);
    expect(evidence('a').hasNumber(0, 1)).toBe(false);
  });
});

describe('numbers are read', () => {
  it.each([
    ['12', [12]],
    ['1,234', [1234, 1.234]],
    ['1.234', [1234, 1.234]],
    ['1.234,5', [1234.5]],
    ['1,234.56', [1234.56]],
    ['1,234,567', [1234567]],
    ["1'234'567.8", [1234567.8]],
    ['1’234', [1234]],
    ['1_234', [1234]],
    ['1 234 567', [1234567]],
    ['1\u00a0234', [1234]],
    ['1\u202f234,5', [1234.5]],
    ['12,34,567', [1234567]],
    ['12,34', [1234, 12.34]],
    ['12.34', [12.34]],
    ['1,2', [1.2]],
    ['1234,5', [1234.5]],
    ['1,234.567.8', []],
    ['1.2.3', []],
    ['1234.567', [1234.567]],
  ])('%j as %j', (token, values) => {
    expect(tokenReadings(token)).toEqual(values);
  });

  it('all that a text may hold, the parts of dates and times among them', () => {
    expect(readings('on 2025-03-14 at 9.30')).toEqual([2025, 3, 14, 9.3, 9, 30]);
    expect(readings('12 345 678 of 5')).toEqual([12, 345, 678, 5, 12345678]);
    expect(readings('1234 567')).toEqual([1234, 567]);
    expect(readings('12 3456')).toEqual([12, 3456]);
    expect(readings('none')).toEqual([]);
  });

  it.each([
    ['12', 12, 0],
    ['1.25', 1.25, 2],
    ['1,234', 1234, 0],
    ['1,234', 1.234, 3],
    ['1,234.5', 1234.5, 1],
  ])('%s read as %d has so many decimals: %i', (token, value, places) => {
    expect(decimals(token, value)).toBe(places);
  });
});

describe('numbers of an answer', () => {
  const check = (text: string, ...sources: unknown[]) =>
    checkNumbers(text, evidence(...sources), 100).map(({ raw, backed }) => `${raw} ${backed ? 'yes' : 'no'}`);

  it('have two digits and more, and stand by themselves', () => {
    expect(check('5 and 12, x99, 99x, _98, 1.5')).toEqual(['12 no', '99 no', '1.5 no']);
    expect(checkNumbers('11 22 33', evidence(), 2)).toHaveLength(2);
  });

  it.each([
    ['85%', 0.853, 'yes'],
    ['85 percent', 0.853, 'yes'],
    ['85 per cent', 0.853, 'yes'],
    ['86%', 0.853, 'no'],
    ['85', 0.853, 'no'],
    ['85%', 85, 'yes'],
    ['12 thousand', 12_000, 'yes'],
    ['12k', 12_400, 'yes'],
    ['12 K', 12_600, 'no'],
    ['12 million', 12_000_000, 'yes'],
    ['12M', 12e6, 'yes'],
    ['12 mn', 12e6, 'yes'],
    ['12 billion', 12e9, 'yes'],
    ['12B', 12e9, 'yes'],
    ['12bn', 12e9, 'yes'],
    ['12 trillion', 12e12, 'yes'],
    ['12-million', 12e6, 'yes'],
    ['12 millions', 12, 'yes'],
    ['11 pm', 23, 'yes'],
    ['12 pm', 12, 'yes'],
    ['11 p.m', 23, 'yes'],
    ['11', 23, 'no'],
    ['21.5', 21.47, 'yes'],
    ['21.5', 21.44, 'no'],
    ['21', 21.4, 'yes'],
    ['21', 20.4, 'no'],
    ['20', 20.5, 'yes'],
  ])('%s is backed by %d: %s', (text, source, answer) => {
    expect(check(`It is ${text}.`, source)[0]?.split(' ').at(-1)).toBe(answer);
  });

  it.each(
    [
      'about around approximately approx approx. roughly nearly almost over under some ~ ≈'.split(' '),
      ['more than', 'less than'],
    ].flat(),
  )('are rounded behind %s', (word) => {
    expect(check(`It is ${word} 2,100`, 2140)).toEqual(['2,100 yes']);
    expect(check(`It is ${word} $2,100`, 2140)).toEqual(['2,100 yes']);
    expect(check(`It is ${word} 2,100`, 2160)).toEqual(['2,100 no']);
    expect(check(`It is ${word} the 2,100`, 2140)).toEqual(['2,100 no']);
    expect(check(`It is ${word} 21.5`, 21.44)).toEqual(['21.5 no']);
  });

  it('in a row may be one with spaces or two', () => {
    expect(check('12 345', 12_345)).toEqual(['12 345 yes']);
    expect(check('12 345', 12, 345)).toEqual(['12 345 yes']);
    expect(check('12 345', 12)).toEqual(['12 345 no']);
    expect(check('12 3456', 12)).toEqual(['12 yes', '3456 no']);
  });
});
