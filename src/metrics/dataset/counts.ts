/** The rows of a dataset as counts by case: what every figure is a share of, so that cases can be drawn again. */
import type { DatasetRow } from '../../types/dataset.js';
import { compareText } from '../../util/compare-text.js';

/** Counts that are added up over cases. The order is that of `Counts.sums`. */
export const COUNTS = [
  'rows',
  'correct',
  'right',
  'extra',
  'missed',
  'offered_calls',
  'invented',
  'idle_rows',
  'idle_called',
  'arg_names',
  'arg_unknown',
  'arg_required',
  'arg_required_given',
  'arg_expected',
  'arg_expected_given',
  'arg_exact',
] as const;
export type CountName = (typeof COUNTS)[number];

export interface CaseCounts {
  case: string;
  sums: Record<CountName, number>;
  /** By label: rows that expected it, that called it, that did both. */
  labels: Map<string, LabelCounts>;
}

export interface LabelCounts {
  expected: number;
  called: number;
  right: number;
}

/** By case, in the order of their ids: the order of rows says nothing. Of thousands of cases most have the same counts. */
export function countCases(rows: Iterable<DatasetRow>): CaseCounts[] {
  const byCase = new Map<string, CaseCounts>();
  const known = new Map<string, CaseCounts>();
  for (const row of rows) {
    const before = byCase.get(row.case);
    const alike = before ? undefined : JSON.stringify({ ...row, case: '' });
    const same = alike === undefined ? undefined : known.get(alike);
    const { sums, labels } = same ?? added(before, row);
    const counts = { case: row.case, sums, labels };
    if (alike !== undefined && same === undefined) known.set(alike, counts);
    byCase.set(row.case, counts);
  }
  return [...byCase.values()].sort((a, b) => compareText(a.case, b.case));
}

/** The counts of a case with one more row. */
function added(before: CaseCounts | undefined, row: DatasetRow): CaseCounts {
  const counts = {
    case: row.case,
    sums: { ...emptySums(), ...before?.sums },
    labels: copyOf(before?.labels),
  };
  addRow(counts, row);
  return counts;
}

function copyOf(labels: CaseCounts['labels'] = new Map()): CaseCounts['labels'] {
  return new Map([...labels].map(([label, counts]) => [label, { ...counts }]));
}

export function emptySums(): Record<CountName, number> {
  return Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<CountName, number>;
}

function addRow({ sums, labels }: CaseCounts, row: DatasetRow): void {
  const called = new Set(row.called);
  const expected = new Set(row.expected);
  sums.rows += 1;
  if (row.correct) sums.correct += 1;
  for (const label of expected) bump(labels, label, called.has(label) ? 'both' : 'expected');
  for (const label of called) if (!expected.has(label)) bump(labels, label, 'called');
  const right = [...expected].filter((label) => called.has(label)).length;
  sums.right += right;
  sums.missed += expected.size - right;
  sums.extra += called.size - right;
  if (row.invented !== undefined) {
    sums.offered_calls += row.calls;
    sums.invented += row.invented.length;
  }
  if (expected.size === 0) {
    sums.idle_rows += 1;
    if (row.calls > 0) sums.idle_called += 1;
  }
  addArguments(sums, row);
}

function addArguments(sums: Record<CountName, number>, row: DatasetRow): void {
  for (const { unknown, required_missing, expected_missing, wrong } of row.arguments ?? []) {
    if (unknown) addCall(sums, 'arg_names', unknown.length > 0 && 'arg_unknown');
    if (required_missing)
      addCall(sums, 'arg_required', required_missing.length === 0 && 'arg_required_given');
    if (!expected_missing) continue;
    addCall(sums, 'arg_expected', expected_missing.length === 0 && 'arg_expected_given');
    if (expected_missing.length + (wrong?.length ?? 0) === 0) sums.arg_exact += 1;
  }
}

/** A call of which something is known, and whether it holds. */
function addCall(sums: Record<CountName, number>, whole: CountName, part: CountName | false): void {
  sums[whole] += 1;
  if (part) sums[part] += 1;
}

function bump(labels: Map<string, LabelCounts>, label: string, what: 'expected' | 'called' | 'both'): void {
  const counts = labels.get(label) ?? { expected: 0, called: 0, right: 0 };
  if (what !== 'called') counts.expected += 1;
  if (what !== 'expected') counts.called += 1;
  if (what === 'both') counts.right += 1;
  labels.set(label, counts);
}
