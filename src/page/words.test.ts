import { describe, expect, test } from 'vitest';
import { milliseconds } from './words.js';

describe('a length of time on the page', () => {
  test.each([
    [0.4, '<1 ms'],
    [999.4, '999 ms'],
    [999.6, '1.00 s'],
    [9_994, '9.99 s'],
    [9_996, '10.0 s'],
    [59_949, '59.9 s'],
    [59_960, '1 min 0 s'],
    [119_800, '2 min 0 s'],
    [Number.NaN, ''],
  ])('%d ms is "%s"', (value, text) => {
    expect(milliseconds(value).replaceAll('\u00a0', ' ')).toBe(text);
  });

  test('stays with its unit when a line is broken', () => {
    expect(milliseconds(61_000)).toBe('1\u00a0min 1\u00a0s');
  });
});
