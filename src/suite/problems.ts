/** Problems as they are told: pointer, place in the file, message, hint; in file order. */

import { type LocatedValue, locate, pointerOf, type SourceSpot } from '../source/spots.js';
import type { SuiteProblem } from '../types/suite.js';
import { compareText } from '../util/compare-text.js';
import { ownValue } from '../util/plain.js';
import { clip, oneLine, plural } from '../util/text.js';
import { type CaseRow, rowOf } from './interpolate.js';
import type { Complaint } from './shape.js';

/** Nobody reads more, and a hostile file must not make more. */
const MAX_PROBLEMS = 200;

export function problemOf(root: LocatedValue, complaint: Complaint): SuiteProblem {
  const spot = locate(root, complaint.path);
  const { message, hint = null } = complaint;
  if (!complaint.at_key || spot.key === undefined) return problemAt(spot, message, hint);
  // A complaint about a key belongs to the map that holds it.
  return { ...problemAt({ ...spot, value: spot.key }, message, hint), path: pointerOf(spot.parent ?? spot) };
}

/** Of a suite whose tests are filled in: what is wrong with some cases of a test only also says which. */
export function problemsOf(root: LocatedValue, complaints: readonly Complaint[]): SuiteProblem[] {
  const found = new Map<string, { problem: SuiteProblem; cases: Set<CaseRow>; of: number }>();
  for (const complaint of complaints) {
    const problem = problemOf(root, complaint);
    const known = found.get(keyOf(problem)) ?? { problem, cases: new Set(), of: 0 };
    found.set(keyOf(problem), known);
    const tests = ownValue(root.value, String(complaint.path[0]));
    const row = Array.isArray(tests) ? rowOf(tests[Number(complaint.path[1])]) : undefined;
    if (row === undefined) continue;
    known.cases.add(row);
    if (known.of === 0)
      known.of = new Set((tests as unknown[]).map(rowOf).filter((one) => one?.columns === row.columns)).size;
  }
  return [...found.values()].map(({ problem, cases, of }) => {
    const [first, ...others] = cases;
    if (first === undefined || cases.size === of) return problem;
    if (first.file === problem.file && first.line === problem.line) return problem;
    const more = others.length === 0 ? '' : ` and ${plural(others.length, 'other')}`;
    return {
      ...problem,
      message: shown(`${problem.message} (in the case at ${first.file}:${first.line}${more})`),
    };
  });
}

function keyOf({ file, path, line, column, message }: SuiteProblem): string {
  return JSON.stringify([file, path, line, column, message]);
}

/** Messages quote the suite, so they are made safe to print here, once. */
export function problemAt(spot: SourceSpot, message: string, hint: string | null = null): SuiteProblem {
  const { source, value } = spot;
  return {
    path: pointerOf(spot),
    message: shown(message),
    hint: hint === null ? null : shown(hint),
    file: source.display,
    ...source.at(value),
  };
}

/** Sorted by place, each once. */
export function inOrder(problems: SuiteProblem[]): SuiteProblem[] {
  const seen = new Set<string>();
  return problems
    .filter((problem) => {
      const key = keyOf(problem);
      return !seen.has(key) && seen.add(key);
    })
    .sort(
      (a, b) =>
        compareText(a.file, b.file) ||
        a.line - b.line ||
        a.column - b.column ||
        compareText(a.message, b.message),
    )
    .slice(0, MAX_PROBLEMS);
}

function shown(text: string): string {
  return oneLine(clip(text, 500));
}
