import { describe, expect, it } from 'vitest';
import type { Group } from '../types/envelope.js';
import { distractorStrata } from './distractor-strata.js';

const group = (
  complexity: 'serial' | 'parallel' | undefined,
  points: [count: number, right: number, wrong: number][],
  model = 'm',
) =>
  ({
    model,
    distractors: {
      ...(complexity && { complexity }),
      at: points.map(([count, right, wrong]) => ({
        count,
        runs: 1,
        right,
        wrong,
        accuracy: right + wrong === 0 ? 0 : Math.round((100 * right) / (right + wrong)),
      })),
    },
  }) as unknown as Group;

describe('accuracy by complexity', () => {
  it('pools the calls of all tests of a kind, at each count', () => {
    const strata = distractorStrata([
      group('parallel', [[4, 1, 1]]),
      group('serial', [
        [0, 1, 0],
        [4, 1, 0],
      ]),
      group('serial', [[4, 1, 2]]),
      group(undefined, [[4, 0, 0]]),
    ]);
    expect(strata).toEqual([
      {
        complexity: 'serial',
        tests: 2,
        runs: 3,
        accuracy: 60,
        points: [
          { count: 0, runs: 1, accuracy: 100 },
          { count: 4, runs: 2, accuracy: 50 },
        ],
      },
      {
        complexity: 'parallel',
        tests: 1,
        runs: 1,
        accuracy: 50,
        points: [{ count: 4, runs: 1, accuracy: 50 }],
      },
      { complexity: 'unsaid', tests: 1, runs: 1, accuracy: 0, points: [{ count: 4, runs: 1, accuracy: 0 }] },
    ]);
  });

  it('keeps models apart where there are several', () => {
    const strata = distractorStrata([group('serial', [[1, 1, 0]], 'a'), group('serial', [[1, 0, 1]], 'b')]);
    expect(strata.map(({ model, accuracy }) => [model, accuracy])).toEqual([
      ['a', 100],
      ['b', 0],
    ]);
  });

  it('is nothing where no test says how complex it is', () => {
    expect(distractorStrata([group(undefined, [[1, 1, 0]]), { figures: {} } as unknown as Group])).toEqual(
      [],
    );
  });
});
