import { expect, it } from 'vitest';
import type { TraceCall } from '../../types/trace.js';
import { alignCalls } from './beside.js';

const calls = (names: string): TraceCall[] => [...names].map((tool) => ({ tool, args: {} }) as TraceCall);
const shown = (left: string, right: string): string =>
  alignCalls(calls(left), calls(right))
    .map(({ left: l, right: r }) => `${l === undefined ? '-' : left[l]}${r === undefined ? '-' : right[r]}`)
    .join(' ');

it.each([
  ['abc', 'abc', 'aa bb cc'],
  ['abc', 'ac', 'aa b- cc'],
  ['ac', 'abbc', 'aa -b -b cc'],
  ['ab', 'ba', 'a- bb -a'],
  ['', 'a', '-a'],
])('%s beside %s', (left, right, expected) => {
  expect(shown(left, right)).toBe(expected);
});

it('long ones stand in their order, each call once', () => {
  const pairs = alignCalls(calls('a'.repeat(500)), calls('b'.repeat(300)));
  expect(pairs.length).toBe(500);
  expect(pairs.filter(({ right }) => right !== undefined).length).toBe(300);
});
