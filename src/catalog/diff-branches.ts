/** `anyOf`, `oneOf` and `allOf` beside their later selves, whatever the order of their branches. */

import { canonicalJson, sameJson } from '../util/canonical-json.js';
import { ownValue } from '../util/plain.js';
import { type Comparison, classOf, type Grade, note, type Step, subject } from './diff-notes.js';

export const BRANCHES = ['anyOf', 'oneOf', 'allOf'] as const;

type Compare = (run: Comparison, before: unknown, after: unknown, path: Step[]) => void;

export function compareBranches(
  run: Comparison,
  was: Record<string, unknown>,
  is: Record<string, unknown>,
  path: Step[],
  compare: Compare,
): void {
  for (const key of BRANCHES) {
    const before = ownValue(was, key);
    const after = ownValue(is, key);
    if (before === undefined && after === undefined) continue;
    const at = [...path, key];
    if (!Array.isArray(before) || !Array.isArray(after)) {
      if (!sameJson(before, after)) say(run, 'changed', key, at, before, after);
      continue;
    }
    const { same, lost, gained } = pairUp(before, after);
    // Equal text may still refer to a definition that changed.
    for (const [left, right] of same) compare(run, before[left], after[right], [...at, right]);
    if (lost.length === 1 && gained.length === 1)
      compare(run, before[lost[0]!], after[gained[0]!], [...at, gained[0]!]);
    else if (lost.length > 0 || gained.length > 0)
      say(run, gradeOf(key, lost, gained), key, at, before, after);
  }
}

/** Another alternative of `anyOf` accepts more; with `oneOf` it may also collide with the others. */
function gradeOf(key: (typeof BRANCHES)[number], lost: number[], gained: number[]): Grade {
  if (key === 'allOf') return gained.length === 0 ? 'widened' : lost.length === 0 ? 'narrowed' : 'changed';
  if (gained.length === 0) return 'narrowed';
  return lost.length === 0 && key === 'anyOf' ? 'widened' : 'changed';
}

function say(
  run: Comparison,
  grade: Grade,
  key: string,
  path: Step[],
  before: unknown,
  after: unknown,
): void {
  const kind = { narrowed: 'schema-narrowed', widened: 'schema-widened', changed: 'schema-changed' }[grade];
  const how = {
    narrowed: 'accepts less than before',
    widened: 'accepts more than before',
    changed: 'changed',
  }[grade];
  const message = `\`${key}\` of ${subject(path.slice(0, -1))} ${how}`;
  note(run, { class: classOf(run.direction, grade), kind, path, message, before, after });
}

function pairUp(before: unknown[], after: unknown[]) {
  const free = new Map<string, number[]>();
  // From the end, so that the first of equal branches is taken first.
  for (let i = after.length - 1; i >= 0; i -= 1) {
    const text = canonicalJson(after[i]);
    const places = free.get(text);
    if (places) places.push(i);
    else free.set(text, [i]);
  }
  const same: [number, number][] = [];
  const lost: number[] = [];
  for (const [i, branch] of before.entries()) {
    const match = free.get(canonicalJson(branch))?.pop();
    if (match === undefined) lost.push(i);
    else same.push([i, match]);
  }
  return { same, lost, gained: [...free.values()].flat() };
}
