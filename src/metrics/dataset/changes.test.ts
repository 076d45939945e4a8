import { describe, expect, it } from 'vitest';
import fc from '../../../test/lib/properties.js';
import type { DatasetRow } from '../../types/dataset.js';
import { mcnemar, pairedInterval } from '../../util/paired-rates.js';
import { type FigureChange, figureChanges } from './changes.js';
import { measureDataset } from './measure.js';

const TOOLS = ['a', 'b', 'c'];
const row = (name: string, expected: string[], called: string[]): DatasetRow => ({
  case: name,
  expected,
  called,
  correct: expected.length === called.length && expected.every((one) => called.includes(one)),
  calls: called.length,
});
const find = (changes: readonly FigureChange[], name: string) =>
  changes.find(({ figure }) => figure === name)!;

const rows = fc.array(
  fc.record({
    expected: fc.uniqueArray(fc.constantFrom(...TOOLS), { maxLength: 2 }),
    before: fc.uniqueArray(fc.constantFrom(...TOOLS), { maxLength: 2 }),
    after: fc.uniqueArray(fc.constantFrom(...TOOLS), { maxLength: 2 }),
  }),
  { minLength: 2, maxLength: 12 },
);

describe('how far figures moved', () => {
  it('is, for right and wrong, McNemar and Tango, worked out from the cases that changed', () => {
    // Twenty cases: 6 gained, 1 lost, 9 right twice, 4 wrong twice.
    const plan = [...Array(6).fill([0, 1]), [1, 0], ...Array(9).fill([1, 1]), ...Array(4).fill([0, 0])];
    const side = (at: 0 | 1) => plan.map((pair, n) => row(`${n}`, ['a'], pair[at] ? ['a'] : ['b']));
    const { chance, interval, ...rest } = find(figureChanges(side(0), side(1)), 'accuracy');
    expect(rest).toMatchObject({ cases: 20, base: 50, now: 75, difference: 25 });
    expect(chance).toBe(mcnemar({ gained: 6, lost: 1 }));
    expect(chance).toBeCloseTo((2 * (1 + 7)) / 128, 12);
    const [low, high] = pairedInterval({ n: 20, gained: 6, lost: 1 });
    expect(interval).toEqual([100 * low, 100 * high]);
  });

  it('has the difference that the figures of both sides have', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const side = (key: 'before' | 'after') => list.map((one, at) => row(`${at}`, one.expected, one[key]));
        const [was, is] = [measureDataset(side('before')), measureDataset(side('after'))];
        for (const { figure, base, now, interval, difference } of figureChanges(
          side('before'),
          side('after'),
        )) {
          if (!(figure in was)) continue;
          const [old, fresh] = [was[figure as 'f1'], is[figure as 'f1']];
          // Figures of a run are rounded to whole percent.
          expect(Math.abs(base - old)).toBeLessThanOrEqual(0.5 + 1e-9);
          expect(Math.abs(now - fresh)).toBeLessThanOrEqual(0.5 + 1e-9);
          expect(interval![0]).toBeLessThanOrEqual(interval![1]);
          expect(difference).toBeCloseTo(now - base, 9);
        }
      }),
    );
  });

  it('turns round when the sides do, and does not care for the order of rows', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const side = (key: 'before' | 'after') => list.map((one, at) => row(`${at}`, one.expected, one[key]));
        const forth = figureChanges(side('before'), side('after'));
        const back = figureChanges(side('after'), side('before'));
        expect(figureChanges(side('before').reverse(), side('after').reverse())).toEqual(forth);
        for (const { figure, difference, chance } of forth) {
          const other = find(back, figure);
          expect(other.difference).toBeCloseTo(-difference, 9);
          expect(other.chance).toBeCloseTo(chance, 9);
        }
      }),
    );
  });

  it('is nothing where nothing changed, and chance says so', () => {
    const same = TOOLS.map((tool, at) => row(`${at}`, [tool], ['a']));
    for (const { difference, chance, interval } of figureChanges(same, same)) {
      expect([difference, chance]).toEqual([0, 1]);
      expect(interval![0]).toBeLessThan(0);
      expect(interval![1]).toBeGreaterThan(0);
    }
  });

  it('counts the runs of a case as one, and only cases that both sides have', () => {
    const runs = (name: string, right: number) =>
      Array.from({ length: 4 }, (_, at) => row(name, ['a'], at < right ? ['a'] : ['b']));
    const before = [...runs('1', 4), ...runs('2', 4), ...runs('gone', 0)];
    const after = [...runs('1', 0), ...runs('2', 0), ...runs('new', 4)];
    const accuracy = find(figureChanges(before, after), 'accuracy');
    // Two cases that moved alike are two throws of a coin: one in two.
    expect(accuracy).toMatchObject({ cases: 2, base: 100, now: 0, chance: 0.5 });
    expect(find(figureChanges(before, after), 'pass_hat_4')).toMatchObject({ base: 100, now: 0 });
    expect(figureChanges(runs('x', 1), runs('y', 1))).toEqual([]);
  });

  it('follows the mean over tools as a case is added, close to what adding it does', () => {
    // Many like cases, so that one more is a small step: the delta method must give that step.
    const list = Array.from({ length: 90 }, (_, at) =>
      row(`${at}`, [TOOLS[at % 3]!], [TOOLS[(at * 7) % 3]!]),
    );
    const worse = list.map((one, at) => (at < 6 ? { ...one, called: ['b'], correct: false } : one));
    const { difference, chance } = find(figureChanges(list, worse), 'f1_macro');
    const exact = (sides: readonly (readonly DatasetRow[])[]) => {
      const f1 = (side: readonly DatasetRow[]) =>
        TOOLS.reduce((sum, tool) => {
          const [e, c] = [
            side.filter((r) => r.expected.includes(tool)),
            side.filter((r) => r.called.includes(tool)),
          ];
          return sum + (2 * e.filter((r) => r.called.includes(tool)).length) / (e.length + c.length) / 3;
        }, 0);
      return 100 * (f1(sides[1]!) - f1(sides[0]!));
    };
    expect(difference).toBeCloseTo(exact([list, worse]), 9);
    // All swaps of the cases that moved, with the figure computed anew each time.
    const moved = list.flatMap((one, at) => (one.called[0] === worse[at]!.called[0] ? [] : [at]));
    let far = 0;
    for (let signs = 0; signs < 2 ** moved.length; signs += 1) {
      const swapped = new Set(moved.filter((_, at) => (signs >> at) & 1));
      const sides = [list, worse].map((own, which) =>
        own.map((one, at) => (swapped.has(at) ? [worse, list][which]![at]! : one)),
      );
      if (Math.abs(exact(sides)) >= Math.abs(difference) - 1e-9) far += 1;
    }
    expect(Math.abs(chance - far / 2 ** moved.length)).toBeLessThan(0.1);
  });
});
