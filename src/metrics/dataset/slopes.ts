/** How fast a mean over tools moves with each count of each tool. */
import type { CaseCounts, LabelCounts } from './counts.js';
import type { MacroName } from './targets.js';

/** By label, for each of its counts. */
export type Slopes = LabelCounts;

export function macroSlopes(labels: Map<string, LabelCounts>, name: MacroName): Map<string, Slopes> {
  const known = [...labels].filter(([, { expected, called }]) => expected + called > 0);
  return new Map(
    known.map(([label, counts]) => {
      const { expected, called, right } = SLOPES[name](counts);
      const k = known.length;
      return [label, { expected: expected / k, called: called / k, right: right / k }];
    }),
  );
}

/** How far a figure moves when the counts of a case are added. */
export function along(slopes: Map<string, Slopes>, { labels }: CaseCounts): number {
  let sum = 0;
  for (const [label, { expected, called, right }] of labels) {
    const slope = slopes.get(label);
    if (slope) sum += slope.expected * expected + slope.called * called + slope.right * right;
  }
  return sum;
}

const FLAT: Slopes = { expected: 0, called: 0, right: 0 };

const SLOPES: Record<MacroName, (counts: LabelCounts) => Slopes> = {
  precision_macro: ({ called, right }) =>
    called === 0 ? FLAT : { expected: 0, called: -right / called ** 2, right: 1 / called },
  recall_macro: ({ expected, right }) =>
    expected === 0 ? FLAT : { expected: -right / expected ** 2, called: 0, right: 1 / expected },
  f1_macro: ({ expected, called, right }) => {
    const both = expected + called;
    const less = (-2 * right) / both ** 2;
    return { expected: less, called: less, right: 2 / both };
  },
};
