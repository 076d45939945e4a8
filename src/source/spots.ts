/**
 * Where values came from. Every map and list that is read from a file is marked with the place of its
 * entries; copies made by merging or filling in carry the marks along. So a problem found late, in a
 * value that was put together from a suite, its profile and its imports, still points at real text.
 */
import { toPointer } from '../util/pointer.js';

export type Path = readonly (string | number)[];

export interface SourceFile {
  /** As the user would type it. */
  display: string;
  /** 1-based place of an offset. */
  at(offset: number): { line: number; column: number };
}

export interface SourceSpot {
  source: SourceFile;
  parent?: SourceSpot;
  segment?: string | number;
  /** Offsets into the source text. */
  value: number;
  key?: number;
}

/** A value that was read from a file, and where it starts. */
export interface LocatedValue {
  value: unknown;
  spot: SourceSpot;
}

const marks = new WeakMap<object, Map<string, SourceSpot>>();
/** Of several containers: whoever marks one of them first makes a copy. */
const shared = new WeakSet<Map<string, SourceSpot>>();

export function mark(container: object, key: string | number, spot: SourceSpot): void {
  const known = marks.get(container);
  const entries = known !== undefined && !shared.has(known) ? known : new Map(known);
  if (entries !== known) marks.set(container, entries);
  entries.set(String(key), spot);
}

export function spotOf(container: object, key: string | number): SourceSpot | undefined {
  return marks.get(container)?.get(String(key));
}

/** Gives a copy with the same keys the places of its original. */
export function copyMarks(from: object, to: object): void {
  const entries = marks.get(from);
  if (entries === undefined) return;
  shared.add(entries);
  marks.set(to, entries);
}

/** The spot of the value at a path; of the nearest ancestor when the path ends early. */
export function locate(root: LocatedValue, path: Path): SourceSpot {
  let spot = root.spot;
  let value = root.value;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) break;
    const next = spotOf(value, part);
    if (next === undefined) break;
    spot = next;
    value = Object.hasOwn(value, part) ? (value as Record<string, unknown>)[part] : undefined;
  }
  return spot;
}

/** The RFC 6901 pointer into the file that the value was written in. */
export function pointerOf(spot: SourceSpot): string {
  const path: (string | number)[] = [];
  for (let at: SourceSpot | undefined = spot; at !== undefined; at = at.parent) {
    if (at.segment !== undefined) path.push(at.segment);
  }
  return toPointer(path.reverse());
}
