import { expect, it } from 'vitest';
import { formatDuration, parseDuration } from './duration.js';

it.each([
  ['500ms', 500],
  ['2s', 2000],
  ['1.5 m', 90_000],
  ['250', 250],
  [0, 0],
  ['', undefined],
  ['2h', undefined],
  ['-1s', undefined],
  [-1, undefined],
  [Number.POSITIVE_INFINITY, undefined],
])('%j in a suite is %j milliseconds', (written, ms) => {
  expect(parseDuration(written)).toBe(ms);
});

it.each([
  [0, '0ms'],
  [999.4, '999ms'],
  [999.6, '1.0s'],
  [59_949, '59.9s'],
  [59_951, '1m 0s'],
  [125_000, '2m 5s'],
])('%d milliseconds read as %s', (ms, shown) => {
  expect(formatDuration(ms)).toBe(shown);
});
