import { describe, expect, it } from 'vitest';
import fc from '../../test/lib/properties.js';
import type { CaseResult } from '../types/envelope.js';
import type { PlannedCase } from '../types/plan.js';
import { findEarlier, smallest, type TrialOutcome } from './find-earlier.js';

const test = (name: string) => ({ name }) as PlannedCase;
const [a, b, c] = ['a', 'b', 'c'].map(test) as [PlannedCase, PlannedCase, PlannedCase];
const failed = { verdict: 'fail' } as CaseResult;

async function found(fails: (names: string[]) => TrialOutcome, may = true) {
  const { earlier, note } = await findEarlier(test('last'), failed, [a, b, c], {
    mayTry: async () => may,
    fails: async (_, __, tests) => fails(tests.map(({ name }) => name)),
  });
  return [earlier.map(({ name }) => name).join(' '), note];
}

describe('the tests that a failure needs', () => {
  it('are none when it fails alone', async () => {
    expect(await found(() => 'shown')).toEqual(['', undefined]);
  });

  it('are the fewest that show it', async () => {
    expect(await found((names) => (names.includes('b') ? 'shown' : 'not shown'))).toEqual([
      'b',
      'it passes alone, and fails after "b"',
    ]);
  });

  it('are all of them where nothing may be called again, or nothing was found out', async () => {
    expect(await found(() => 'shown', false)).toEqual(['a b c', undefined]);
    expect(await found(() => 'unknown')).toEqual(['a b c', undefined]);
    expect(await found((names) => (names.length === 0 ? 'not shown' : 'unknown'))).toEqual([
      'a b c',
      undefined,
    ]);
  });

  it('are nobody knows which when it never fails again', async () => {
    expect(await found(() => 'not shown')).toEqual(['', expect.stringContaining('did not fail again')]);
  });
});

it('what is left of any list shows the failure, and nothing of it can be left out', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(19)), async (length, wanted) => {
      const all = Array.from({ length }, (_, at) => at);
      const causes = new Set(wanted.map((one) => one % length));
      if (causes.size === 0) causes.add(0);
      const shows = async (some: number[]) =>
        [...causes].every((one) => some.includes(one)) ? ('shown' as const) : ('not shown' as const);
      expect(await smallest(all, shows)).toEqual([...causes].sort((x, y) => x - y));
    }),
  );
});
