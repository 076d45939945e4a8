import { expect, it } from 'vitest';
import { marksOf } from './marks.js';

it('has the marks of each call, in the order of the run', () => {
  const unexpected = { metric: 'token_efficiency', as: 'unexpected', good: false, calls: [0, 2] };
  const expected = { metric: 'trajectory', as: 'expected', good: true, calls: [2] };
  const marks = marksOf([unexpected, expected]);
  expect([0, 1, 2].map(marks)).toEqual([[unexpected], [], [unexpected, expected]]);
  expect(marksOf()(0)).toEqual([]);
});
