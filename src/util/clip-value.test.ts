import { expect, test } from 'vitest';
import { isCut } from '../util/cut-mark.js';
import { clipValue } from './clip-value.js';

test.each([
  ['a text', 'x'.repeat(50)],
  ['a list', Array.from({ length: 50 }, () => 'ab')],
  ['an object', Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key${at}`, at]))],
])('%s that is cut says so, and one that fits does not', (_, value) => {
  expect(isCut(clipValue(value, 20))).toBe(true);
  expect(clipValue(value, 1000)).toEqual(value);
});
