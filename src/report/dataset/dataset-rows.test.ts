import { expect, test } from 'vitest';
import type { CaseResult } from '../../types/envelope.js';
import { rightRows, rightRowsText, wrongText } from './dataset-rows.js';

const row = (name: string, correct: boolean, more: object = {}) =>
  ({
    file: 'a.yml',
    name,
    test: name,
    case: { of: 'asks', name },
    verdict: 'pass',
    flaky: false,
    dataset: { expected: correct ? [] : ['find', 'read'], called: [], correct },
    ...more,
  }) as unknown as CaseResult;

test('one line stands for the right rows of a long dataset, in the place of the first', () => {
  const rows = [
    row('a', true),
    row('b', false),
    row('c', true),
    row('d', true),
    row('e', true, { flaky: true }),
    row('f', true, { model: 'm' }),
  ];
  const found = rightRows(rows, 2);
  expect([...found].map(([{ name }, n]) => [name, n])).toEqual([
    ['a', 3],
    ['c', 0],
    ['d', 0],
  ]);
  expect(rightRows(rows, 3).size).toBe(0);
  expect(rightRowsText(row('a', true, { model: 'm' }), 3)).toBe(
    'asks [m]: 3 right rows (--verbose shows each)',
  );
});

test('a row that is only counted says what was expected and what was called', () => {
  expect(wrongText(row('b', false))).toBe('wrong: expected find, read, called no tool');
  expect(wrongText(row('a', true))).toBeUndefined();
  // A failed one has its failure.
  expect(wrongText(row('b', false, { verdict: 'fail' }))).toBeUndefined();
});
