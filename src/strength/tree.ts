/**
 * Values by the class of their place: in a list of records, one field of them all is one place, `items[*].price`. A
 * server that gets it wrong gets it wrong in every record, so that is how it is changed.
 */
import { formatTarget, type Segment } from '../match/target.js';
import { isObject, setOwn } from '../util/plain.js';

export const EVERY = '*';

/** Segments with `EVERY` for the index of a list. */
export type ClassPath = Segment[];

export interface Place {
  path: ClassPath;
  /** Where the first value of the class stands. */
  first: Segment[];
  value: unknown;
}

const MAX_PLACES = 2000;
const MAX_DEPTH = 12;

/** Every place below a value, the value itself first. Lists lend their places to all of their items. */
export function placesOf(value: unknown): Place[] {
  const found = new Map<string, Place>();
  let visited = 0;
  const visit = (at: unknown, path: ClassPath, first: Segment[]): void => {
    visited += 1;
    if (visited > MAX_PLACES * 10 || found.size >= MAX_PLACES || path.length > MAX_DEPTH) return;
    const key = classText(path);
    if (!found.has(key)) found.set(key, { path, first, value: at });
    if (Array.isArray(at)) {
      for (const [n, item] of at.entries()) visit(item, [...path, EVERY], [...first, n]);
    } else if (isObject(at)) {
      for (const name of Object.keys(at)) visit(at[name], [...path, name], [...first, name]);
    }
  };
  visit(value, [], []);
  return [...found.values()];
}

/** What `change` returns to take a field away. */
export const GONE = Symbol('gone');

/** A copy in which every value of the class is what `change` makes of it. */
export function changePlace(value: unknown, path: ClassPath, change: (value: unknown) => unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return change(value);
  if (head === EVERY && Array.isArray(value))
    return value.map((item) => changePlace(item, rest, change)).filter((item) => item !== GONE);
  if (!isObject(value) || typeof head !== 'string' || !Object.hasOwn(value, head)) return value;
  const out: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const kept = name === head ? changePlace(inner, rest, change) : inner;
    if (kept !== GONE) setOwn(out, name, kept);
  }
  return out;
}

/** As a target with `[*]` for every item. */
export function classText(path: ClassPath): string {
  const marked = path.map((segment) => (segment === EVERY ? -1 : segment));
  return formatTarget(marked).replaceAll('[-1]', '[*]');
}
