import { describe, expect, it } from 'vitest';
import type { DatasetRow } from '../../types/dataset.js';
import { caseChecks } from './row-checks.js';

const row = (over: Partial<DatasetRow> = {}): DatasetRow => ({
  case: '1',
  expected: ['a', 'b'],
  called: ['a', 'b'],
  correct: true,
  calls: 2,
  ...over,
});
const plain = { tools: [['a'], ['b']], args: [undefined, undefined], ordered: false };
const withArgs = { ...plain, args: [undefined, { q: { exact: 1 } }] };

describe('a case by itself', () => {
  it('passes where the expected tools were called', () => {
    expect(caseChecks(row(), plain)).toEqual([
      {
        target: 'expect_tools',
        matcher: 'called',
        expected: ['a', 'b'],
        actual: ['a', 'b'],
        outcome: 'pass',
        message: 'expected a, b, and a, b were called',
      },
    ]);
  });

  it('fails where they were not, and says what was called in what order', () => {
    const told = (over: Partial<DatasetRow>, ordered = false) =>
      caseChecks(row({ correct: false, ...over }), { ...plain, ordered }).map(
        ({ outcome, message }) => `${outcome}: ${message}`,
      );
    expect(told({ called: ['a'] })).toEqual(['fail: expected a, b, and a was called']);
    expect(told({ called: [] })).toEqual(['fail: expected a, b, and no tool was called']);
    expect(told({ expected: [], called: ['a', 'c'] })).toEqual([
      'fail: expected no tool, and a, c were called',
    ]);
    expect(told({ fewer: ['b'] })).toEqual([
      'fail: expected a, b, and a, b were called, but b not as often as expected',
    ]);
    expect(told({ called: ['b', 'a'] }, true)).toEqual([
      'fail: expected a, b in this order, and b, a were called',
    ]);
  });

  it('is asked for its arguments where some are expected and the right tools were called', () => {
    const targets = (one: DatasetRow, asked = withArgs) => caseChecks(one, asked).map(({ target }) => target);
    expect(targets(row())).toEqual(['expect_tools', 'expect_args']);
    expect(targets(row({ correct: false }))).toEqual(['expect_tools']);
    expect(targets(row(), plain)).toEqual(['expect_tools']);
  });

  it('names each argument that is missing or has another value', () => {
    const told = (args: NonNullable<DatasetRow['arguments']>) =>
      caseChecks(row({ arguments: args }), withArgs)[1];
    expect(told([{ tool: 'b', expected_missing: [], wrong: [] }, { tool: 'a' }])).toEqual({
      target: 'expect_args',
      matcher: 'given',
      outcome: 'pass',
      message: 'the arguments are as expected',
    });
    expect(
      told([
        { tool: 'a', expected_missing: ['q', 'r'] },
        { tool: 'b', wrong: ['s'] },
      ]),
    ).toMatchObject({
      outcome: 'fail',
      message: 'a: q was not given; a: r was not given; b: s has another value',
    });
    expect(caseChecks(row(), withArgs)[1]?.outcome).toBe('pass');
  });
});
