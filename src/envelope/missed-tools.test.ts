import { expect, it } from 'vitest';
import type { DatasetRow } from '../types/dataset.js';
import type { CaseResult } from '../types/envelope.js';
import { missedTools } from './missed-tools.js';

const told = (row: Partial<DatasetRow>) =>
  missedTools({
    dataset: { case: '1', expected: ['a', 'b'], called: [], correct: false, calls: 2, ...row },
  } as CaseResult);

it('says in what the calls of a row differ from what was expected', () => {
  expect(told({ correct: true, called: ['a', 'b'] })).toBeUndefined();
  expect(told({})).toBe('expected a, b, called no tool');
  expect(told({ called: ['a', 'c'] })).toBe('expected a, b, called a, c');
  expect(told({ called: ['b', 'a'] })).toBe('expected a, b, called b, a, not in the order that was expected');
  expect(told({ called: ['a', 'b'], fewer: ['b'] })).toBe(
    'expected a, b, called a, b, but b not as often as expected',
  );
});
