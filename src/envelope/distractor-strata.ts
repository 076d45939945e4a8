/** Accuracy among distractors, apart for tasks that call their tools one after the other and at once. */
import type { Group } from '../types/envelope.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { percent } from '../util/ratio.js';

export interface Stratum {
  complexity: 'serial' | 'parallel' | 'unsaid';
  /** The model, where several took part. */
  model?: string;
  tests: number;
  runs: number;
  accuracy: number;
  /** By how many distractors there were, the fewest first. */
  points: { count: number; runs: number; accuracy: number }[];
}

const ORDER: Stratum['complexity'][] = ['serial', 'parallel', 'unsaid'];

/** Nothing where no test says how complex it is. */
export function distractorStrata(groups: readonly Group[]): Stratum[] {
  const told = groups.filter(({ distractors }) => distractors !== undefined);
  if (!told.some(({ distractors }) => distractors?.complexity !== undefined)) return [];
  const models = [...new Set(told.map(({ model }) => model))];
  return ORDER.flatMap((complexity) =>
    models.flatMap((model) => {
      const own = told.filter(
        (group) => (group.distractors?.complexity ?? 'unsaid') === complexity && group.model === model,
      );
      const shown = models.length > 1 ? model : undefined;
      return own.length === 0 ? [] : [stratum(complexity, shown, own)];
    }),
  );
}

type Point = NonNullable<Group['distractors']>['at'][number];

function stratum(complexity: Stratum['complexity'], model: string | undefined, groups: Group[]): Stratum {
  const all = groups.flatMap(({ distractors }) => distractors?.at ?? []);
  const counts = [...new Set(all.map(({ count }) => count))].sort((a, b) => a - b);
  return omitUndefined({
    complexity,
    model,
    tests: groups.length,
    runs: all.reduce((sum, { runs }) => sum + runs, 0),
    accuracy: pooled(all),
    points: counts.map((count) => {
      const at = all.filter((point) => point.count === count);
      return { count, runs: at.reduce((sum, { runs }) => sum + runs, 0), accuracy: pooled(at) };
    }),
  });
}

/** Over all calls together; where nothing in question was called, the tests say what that is worth. */
function pooled(points: readonly Point[]): number {
  const right = points.reduce((sum, point) => sum + point.right, 0);
  const all = points.reduce((sum, point) => sum + point.right + point.wrong, 0);
  return all > 0 ? percent(right, all) : Math.min(...points.map(({ accuracy }) => accuracy));
}
