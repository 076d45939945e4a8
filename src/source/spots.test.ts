import { expect, it } from 'vitest';
import { copyMarks, mark, type SourceSpot, spotOf } from './spots.js';

const spot = (value: number): SourceSpot => ({
  source: { display: 'a.yml', at: () => ({ line: 1, column: 1 }) },
  value,
});

it('a place that is given to a copy, or to its original, is not the place of the other', () => {
  const [one, copy, later] = [{}, {}, {}];
  mark(one, 'name', spot(1));
  copyMarks(one, copy);
  copyMarks(copy, later);
  mark(copy, 'name', spot(2));
  mark(one, 'tags', spot(3));
  expect([one, copy, later].map((each) => spotOf(each, 'name')?.value)).toEqual([1, 2, 1]);
  expect([one, copy, later].map((each) => spotOf(each, 'tags')?.value)).toEqual([3, undefined, undefined]);
});
