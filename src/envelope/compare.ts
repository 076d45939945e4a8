/**
 * What changed from one run to another: gates and floors, figures and whether they moved by more than chance, verdicts,
 * durations, coverage. The runs of a test are compared as a whole. Pure data.
 */

import type { CaseResult, Floor, RunEnvelope } from '../types/envelope.js';
import type { Verdict } from '../types/verdict.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { compareGates, type GateChange } from './compare-gates.js';
import { judgeTogether, type PairedFigure, type PoolPair, pairedFigures } from './compare-paired.js';
import { type Pool, poolKey, poolsOf, poolVerdict } from './compare-pools.js';
import { rowNames } from './row-names.js';

export type { GateChange } from './compare-gates.js';
export type { PairedFigure } from './compare-paired.js';

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
  kind: string;
  /** `regressed`: it was green and is no longer; `fixed`: the reverse; `changed`: another verdict. */
  change: 'same' | 'regressed' | 'fixed' | 'changed' | 'new' | 'removed';
  base?: Verdict;
  current?: Verdict;
  duration_ms: Delta;
  /** Where the verdict is another one: what the first check says that did not pass, today or else before. */
  reason?: string;
  /** Only figures that differ, by name. */
  figures: Record<string, Delta>;
}

/** A test over several runs, by the verdict of them all and by its pooled figures. */
export interface GroupComparison {
  /** The suite. */
  file: string;
  name: string;
  model?: string;
  change: CaseComparison['change'];
  /** How many there are, and how many of them passed. */
  runs: { base?: number; current?: number };
  passed: { base?: number; current?: number };
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
  /** In the order of the current run, removed cases last; runs of a test with several are under `groups`. */
  cases: CaseComparison[];
  /** Tests with several runs whose verdict, figures or passes differ. */
  groups: GroupComparison[];
  /** What the run is held to and was not, or the reverse; what fails now comes first. */
  gates: GateChange[];
  /** Figures of tests of models: of cases, of several runs, of all tests together; whether they moved or not. */
  paired: PairedFigure[];
  /** Rows that were judged and now could not be. */
  unjudged: number;
  /** Cases of a dataset of which the tables say something else than before. */
  other_cases: { expected: number; prompt: number };
  /** Floors that flipped, came or went. */
  floors: FloorComparison[];
  coverage?: { percent: Delta; newly_covered: string[]; newly_uncovered: string[] };
  /** A test counts once, however often it was run. */
  counts: Record<CaseComparison['change'], number>;
}

/** `datasets`: figures over the cases of tests, which whoever can measure them hands in. */
export function compareEnvelopes(
  base: RunEnvelope,
  current: RunEnvelope,
  datasets: readonly PairedFigure[] = [],
): Comparison {
  const pools = pooledPairs(base, current);
  const isPooled = (row: CaseResult): boolean => row.run !== undefined && pools.has(poolKey(row));
  const [before, after] = [base, current].map(({ results }) => results.filter((row) => !isPooled(row)));
  const cases = pairs(before!, after!, (result) => result.id).map(compareCase);
  const groups = [...pools.values()].map(comparePools);
  const counts = { same: 0, regressed: 0, fixed: 0, changed: 0, new: 0, removed: 0 };
  for (const { change } of [...cases, ...groups]) counts[change] += 1;
  const comparison: Comparison = {
    base: head(base),
    current: head(current),
    cases,
    groups: groups.filter(hasMoved),
    gates: compareGates(base, current),
    paired: judgeTogether([...datasets, ...pairedFigures(testPairs(base, current), isGated)]),
    unjudged: unjudgedRows(base, current),
    other_cases: otherCases(base, current),
    floors: compareFloors(base.tool_selection ?? [], current.tool_selection ?? []),
    counts,
  };
  if (base.coverage || current.coverage) comparison.coverage = compareCoverage(base, current);
  return comparison;
}

/** Tests of models that are on both sides; the cases of a dataset are compared as one. */
function testPairs(base: RunEnvelope, current: RunEnvelope): PoolPair[] {
  const before = poolsOf(base);
  return [...poolsOf(current)].flatMap(([key, after]) => {
    const was = before.get(key);
    const isCase = after.rows.some(({ dataset }) => dataset !== undefined);
    return was === undefined || isCase ? [] : [{ before: was, after }];
  });
}

function isGated({ group, rows }: Pool, figure: string): boolean {
  const checks = [...(group?.checks ?? []), ...rows.flatMap((row) => row.checks)];
  return checks.some(({ target }) => target === figure);
}

function unjudgedRows(base: RunEnvelope, current: RunEnvelope): number {
  const judged = new Set(
    base.results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').map(({ id }) => id),
  );
  return current.results.filter(({ id, verdict }) => verdict === 'inconclusive' && judged.has(id)).length;
}

/** Of a case with another answer in its table nobody knows whether the model or the table changed. */
function otherCases(base: RunEnvelope, current: RunEnvelope): Comparison['other_cases'] {
  const before = new Map(base.results.map((row) => [row.id, row]));
  const [expected, prompt] = [new Set<string>(), new Set<string>()];
  for (const { id, file, case: one, test, dataset, trace } of current.results) {
    const was = before.get(id);
    if (dataset === undefined || was?.dataset === undefined) continue;
    const name = JSON.stringify([file, one?.of ?? test, one?.name]);
    if (JSON.stringify(dataset.expected) !== JSON.stringify(was.dataset.expected)) expected.add(name);
    if (trace?.prompt !== was.trace?.prompt) prompt.add(name);
  }
  return { expected: expected.size, prompt: prompt.size };
}

/** Tests that were run more than once, before or after. */
function pooledPairs(base: RunEnvelope, current: RunEnvelope): Map<string, Partial<PoolPair>> {
  const [before, after] = [poolsOf(base), poolsOf(current)];
  const pooled = new Map<string, Partial<PoolPair>>();
  for (const key of new Set([...after.keys(), ...before.keys()])) {
    const pair = { before: before.get(key), after: after.get(key) };
    const most = Math.max(pair.before?.rows.length ?? 0, pair.after?.rows.length ?? 0);
    if (most > 1) pooled.set(key, omitUndefined(pair));
  }
  return pooled;
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
  const change = changeOf(before?.verdict, after?.verdict);
  return omitUndefined({
    id: shown.id,
    name: shown.name,
    file: shown.file,
    kind: shown.kind,
    change,
    base: before?.verdict,
    current: after?.verdict,
    duration_ms: delta(before?.duration_ms, after?.duration_ms),
    reason: change === 'same' ? undefined : (reasonOf(after) ?? reasonOf(before)),
    figures: before && after ? compareFigures(before.figures, after.figures) : {},
  });
}

function reasonOf(row: CaseResult | undefined): string | undefined {
  return row?.checks.find(({ outcome }) => outcome !== 'pass')?.message;
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

function comparePools({ before, after }: Partial<PoolPair>): GroupComparison {
  const { file, name, model } = (after ?? before)!;
  const [was, is] = [before && poolVerdict(before), after && poolVerdict(after)];
  const passes = (pool: Pool | undefined) => pool?.rows.filter(({ verdict }) => verdict === 'pass').length;
  return omitUndefined({
    file,
    name,
    model,
    change: changeOf(was, is),
    runs: omitUndefined({ base: before?.rows.length, current: after?.rows.length }),
    passed: omitUndefined({ base: passes(before), current: passes(after) }),
    base: was,
    current: is,
    figures: before && after ? compareFigures(figuresOf(before), figuresOf(after)) : {},
  });
}

function figuresOf({ group }: Pool): Record<string, number> {
  return group?.figures ?? {};
}

function hasMoved({ change, figures, runs, passed }: GroupComparison): boolean {
  const samePart = passed.base === passed.current && runs.base === runs.current;
  return change !== 'same' || Object.keys(figures).length > 0 || !samePart;
}

function compareFloors(base: Floor[], current: Floor[]): FloorComparison[] {
  return pairs(base, current, poolKey)
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
