/** Problems as they are told: pointer, place in the file, message, hint; in file order. */

import { type LocatedValue, locate, pointerOf, type SourceSpot } from '../source/spots.js';
import type { SuiteProblem } from '../types/suite.js';
import { compareText } from '../util/compare-text.js';
import { clip, oneLine } from '../util/text.js';
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
      const key = JSON.stringify([problem.file, problem.path, problem.line, problem.column, problem.message]);
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
