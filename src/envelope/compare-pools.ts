/** The runs of one test with one model. They are compared as a whole: the third run has nothing to do with another third. */
import type { CaseResult, Floor, Group, RunEnvelope } from '../types/envelope.js';
import type { Verdict } from '../types/verdict.js';
import { isRunOf, nameOverRuns } from './row-names.js';

export interface Pool {
  /** The suite. */
  file: string;
  name: string;
  model?: string;
  rows: CaseResult[];
  group?: Group;
  floor?: Floor;
}

export function poolKey({ file, test, model }: Pick<CaseResult, 'file' | 'test' | 'model'>): string {
  return JSON.stringify([file, test, model]);
}

/** By key: the runs of every test that was run more than once. */
export function poolsOf({ results, groups = [], tool_selection = [] }: RunEnvelope): Map<string, Pool> {
  const pools = new Map<string, Pool>();
  for (const row of results) {
    if (row.run === undefined) continue;
    const key = poolKey(row);
    const known = pools.get(key);
    if (known) known.rows.push(row);
    else {
      pools.set(key, {
        file: row.file,
        name: nameOverRuns(row),
        model: row.model,
        rows: [row],
        group: groups.find((group) => isRunOf(row, group)),
        floor: tool_selection.find((floor) => isRunOf(row, floor)),
      });
    }
  }
  return pools;
}

const WORST: Verdict[] = ['fail', 'inconclusive', 'pass'];

/** Of all runs, what is asked of them together, and the floor. */
export function poolVerdict({ rows, group, floor }: Pool): Verdict {
  const all = [...rows.map(({ verdict }) => verdict), ...(group ? [group.verdict] : [])];
  if (floor && !floor.passed) all.push(floor.inconclusive === undefined ? 'fail' : 'inconclusive');
  return WORST.find((verdict) => all.includes(verdict)) ?? 'skipped';
}

/** What each judged run gives for a figure; those that do not have it are left out. */
export function figureOfRuns({ rows }: Pool, figure: (row: CaseResult) => number | undefined): number[] {
  return rows
    .filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')
    .flatMap((row) => figure(row) ?? []);
}
