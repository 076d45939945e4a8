/** `anyOf`, `oneOf` and `allOf` beside their later selves, whatever the order of their branches. */

import { canonicalJson, sameJson } from '../util/canonical-json.js';
import { ownValue } from '../util/plain.js';
import {
  type Comparison,
  classOf,
  type Grade,
  note,
  type SchemaChange,
  type SchemaPair,
  type Step,
  subject,
} from './diff-notes.js';

export const BRANCHES = ['anyOf', 'oneOf', 'allOf'] as const;

type Compare = (run: Comparison, before: unknown, after: unknown, path: Step[]) => void;

export function compareBranches(run: Comparison, { was, is, path }: SchemaPair, compare: Compare): void {
  for (const key of BRANCHES) {
    const before = ownValue(was, key);
    const after = ownValue(is, key);
    if (before === undefined && after === undefined) continue;
    const at = [...path, key];
    const change = { path: at, before, after };
    if (!Array.isArray(before) || !Array.isArray(after)) {
      if (!sameJson(before, after)) noteBranches(run, 'changed', change);
      continue;
    }
    const { same, lost, gained } = pairUp(before, after);
    // Equal text may still refer to a definition that changed.
    for (const [earlier, later] of same) compare(run, before[earlier], after[later], [...at, later]);
    const [left, right] = [onlyOne(lost), onlyOne(gained)];
    if (left !== undefined && right !== undefined) compare(run, before[left], after[right], [...at, right]);
    else if (lost.length > 0 || gained.length > 0) noteBranches(run, gradeOf(key, lost, gained), change);
  }
}

/** Another alternative of `anyOf` accepts more; with `oneOf` it may also collide with the others. */
function gradeOf(key: (typeof BRANCHES)[number], lost: number[], gained: number[]): Grade {
  if (key === 'allOf') {
    if (gained.length === 0) return 'widened';
    return lost.length === 0 ? 'narrowed' : 'changed';
  }
  if (gained.length === 0) return 'narrowed';
  return lost.length === 0 && key === 'anyOf' ? 'widened' : 'changed';
}

const BRANCH_CHANGES: Record<Grade, { kind: string; how: string }> = {
  narrowed: { kind: 'schema-narrowed', how: 'accepts less than before' },
  widened: { kind: 'schema-widened', how: 'accepts more than before' },
  changed: { kind: 'schema-changed', how: 'changed' },
};

function noteBranches(
  run: Comparison,
  grade: Grade,
  change: Pick<SchemaChange, 'path' | 'before' | 'after'>,
): void {
  const { kind, how } = BRANCH_CHANGES[grade];
  const message = `\`${change.path.at(-1)}\` of ${subject(change.path.slice(0, -1))} ${how}`;
  note(run, { ...change, class: classOf(run.direction, grade), kind, message });
}

function onlyOne(places: number[]): number | undefined {
  return places.length === 1 ? places[0] : undefined;
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
