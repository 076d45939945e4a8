/** What changed from one run to another: verdicts, durations, figures, floors, coverage. Pure data. */

import type { CaseResult, Floor, Group, RunEnvelope } from '../types/envelope.js';
import type { Verdict } from '../types/verdict.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { rowNames } from './row-names.js';

export interface Delta {
  base?: number;
  current?: number;
  /** Absent when one side has no number. */
  delta?: number;
}

export interface CaseComparison {
  id: string;
  name: string;
  file: string;
  /** `regressed`: it was green and is no longer; `fixed`: the reverse; `changed`: another verdict. */
  change: 'same' | 'regressed' | 'fixed' | 'changed' | 'new' | 'removed';
  base?: Verdict;
  current?: Verdict;
  duration_ms: Delta;
  /** Only figures that differ, by name. */
  figures: Record<string, Delta>;
}

/** A test over several runs, by its pooled figures. */
export interface GroupComparison {
  /** The suite. */
  file: string;
  name: string;
  model?: string;
  base?: Verdict;
  current?: Verdict;
  /** Only figures that differ, by name. */
  figures: Record<string, Delta>;
}

export interface FloorComparison {
  /** The suite. */
  file: string;
  agent: string;
  model?: string;
  base?: boolean;
  current?: boolean;
  /** The current floor could not be judged. */
  inconclusive?: boolean;
  selection_rate: Delta;
}

export interface Comparison {
  base: { run_id: string; verdict: RunEnvelope['verdict']; duration_ms: number };
  current: { run_id: string; verdict: RunEnvelope['verdict']; duration_ms: number };
  /** In the order of the current run, removed cases last. */
  cases: CaseComparison[];
  /** Groups of several runs whose verdict or figures differ. */
  groups: GroupComparison[];
  /** Floors that flipped, came or went. */
  floors: FloorComparison[];
  coverage?: { percent: Delta; newly_covered: string[]; newly_uncovered: string[] };
  counts: Record<CaseComparison['change'], number>;
}

export function compareEnvelopes(base: RunEnvelope, current: RunEnvelope): Comparison {
  const cases = pairs(base.results, current.results, (result) => result.id).map(compareCase);
  const counts = { same: 0, regressed: 0, fixed: 0, changed: 0, new: 0, removed: 0 };
  for (const { change } of cases) counts[change] += 1;
  const comparison: Comparison = {
    base: head(base),
    current: head(current),
    cases,
    groups: compareGroups(base.groups ?? [], current.groups ?? []),
    floors: compareFloors(base.tool_selection ?? [], current.tool_selection ?? []),
    counts,
  };
  if (base.coverage || current.coverage) comparison.coverage = compareCoverage(base, current);
  return comparison;
}

function head({ run_id, verdict, duration_ms }: RunEnvelope): Comparison['base'] {
  return { run_id, verdict, duration_ms };
}

interface Pair<T> {
  before?: T;
  after?: T;
  /** What there is of it today, or else was. */
  shown: T;
}

/** Matches by key: everything of `current` in its order, then what only `base` has. */
function pairs<T>(base: T[], current: T[], key: (item: T) => string): Pair<T>[] {
  const before = new Map(base.map((item) => [key(item), item]));
  const after = new Set(current.map(key));
  return [
    ...current.map((item) => ({ before: before.get(key(item)), after: item, shown: item })),
    ...base.filter((item) => !after.has(key(item))).map((item) => ({ before: item, shown: item })),
  ];
}

function compareCase({ before, after, shown }: Pair<CaseResult>): CaseComparison {
  return omitUndefined({
    id: shown.id,
    name: shown.name,
    file: shown.file,
    change: changeOf(before?.verdict, after?.verdict),
    base: before?.verdict,
    current: after?.verdict,
    duration_ms: delta(before?.duration_ms, after?.duration_ms),
    figures: before && after ? compareFigures(before.figures, after.figures) : {},
  });
}

function changeOf(before: Verdict | undefined, after: Verdict | undefined): CaseComparison['change'] {
  if (before === undefined) return 'new';
  if (after === undefined) return 'removed';
  if (before === after) return 'same';
  if (after === 'pass') return before === 'skipped' ? 'changed' : 'fixed';
  // Whatever was not red before and is now counts as a step back, a skipped test included.
  if (after === 'fail' || before === 'pass') return after === 'skipped' ? 'changed' : 'regressed';
  return 'changed';
}

function compareFigures(
  before: Record<string, number>,
  after: Record<string, number>,
): Record<string, Delta> {
  const out: Record<string, Delta> = Object.create(null);
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const was = Object.hasOwn(before, name) ? before[name] : undefined;
    const is = Object.hasOwn(after, name) ? after[name] : undefined;
    if (was !== is) out[name] = delta(was, is);
  }
  return out;
}

function compareGroups(base: Group[], current: Group[]): GroupComparison[] {
  return pairs(base, current, gateKey).flatMap(({ before, after, shown }) => {
    if ((before?.runs ?? 1) === 1 && (after?.runs ?? 1) === 1) return [];
    const figures = before && after ? compareFigures(before.figures, after.figures) : {};
    if (before?.verdict === after?.verdict && Object.keys(figures).length === 0) return [];
    const { file, name, model } = shown;
    return omitUndefined({ file, name, model, base: before?.verdict, current: after?.verdict, figures });
  });
}

function gateKey({ file, test, model }: Group | Floor): string {
  return JSON.stringify([file, test, model]);
}

function compareFloors(base: Floor[], current: Floor[]): FloorComparison[] {
  return pairs(base, current, gateKey)
    .filter(({ before, after }) => before?.passed !== after?.passed)
    .map(({ before, after, shown }) =>
      omitUndefined({
        file: shown.file,
        agent: shown.agent,
        model: shown.model,
        base: before?.passed,
        current: after?.passed,
        inconclusive: after?.inconclusive === undefined ? undefined : true,
        selection_rate: delta(before?.selection_rate, after?.selection_rate),
      }),
    );
}

function compareCoverage(base: RunEnvelope, current: RunEnvelope): Comparison['coverage'] {
  const named = rowNames([base, current].flatMap(({ coverage }) => coverage?.tools ?? []));
  // Of a server that one of the runs could not list, nobody knows what changed.
  const unknown = new Set(
    [base, current].flatMap(({ coverage }) =>
      (coverage?.unmeasured ?? []).map(({ file, server }) => `${file}\0${server}`),
    ),
  );
  const uncovered = ({ coverage }: RunEnvelope): Set<string> =>
    new Set(
      (coverage?.tools ?? [])
        .filter(({ file, server }) => !unknown.has(`${file}\0${server}`))
        .flatMap((row) => row.uncovered.map((tool) => named(`${row.server}.${tool}`, row))),
    );
  const before = uncovered(base);
  const after = uncovered(current);
  return {
    percent: delta(base.coverage?.percent, current.coverage?.percent),
    newly_covered: base.coverage && current.coverage ? [...before].filter((tool) => !after.has(tool)) : [],
    newly_uncovered: base.coverage && current.coverage ? [...after].filter((tool) => !before.has(tool)) : [],
  };
}

function delta(base: number | undefined, current: number | undefined): Delta {
  const change = base === undefined || current === undefined ? undefined : current - base;
  return omitUndefined({ base, current, delta: change });
}
