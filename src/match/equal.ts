/**
 * Deep equality of JSON values: key order does not matter, 0 equals -0. `firstDifference` names the
 * first place where two values part, which is what a person wants to see of a large one.
 */
import { isObject } from '../util/plain.js';
import { toPointer } from '../util/pointer.js';
import { plural } from '../util/text.js';
import { show } from './show.js';

type Path = (string | number)[];

export interface Difference {
  path: Path;
  /** A clause: `expected 1, got 2`. */
  text: string;
}

export function equal(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]));
  }
  if (!isObject(a) || !isObject(b)) return same(a, b);
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

/** What `expected` and `actual` do not share, found in the order of `expected`. */
export function firstDifference(expected: unknown, actual: unknown, path: Path = []): Difference | undefined {
  if (Array.isArray(expected) && Array.isArray(actual)) return arrays(expected, actual, path);
  if (isObject(expected) && isObject(actual)) return objects(expected, actual, path);
  if (same(expected, actual)) return undefined;
  if (typeof expected === 'string' && typeof actual === 'string') {
    return { path, text: stringDifference(expected, actual) };
  }
  return { path, text: `expected ${show(expected)}, got ${show(actual)}` };
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function arrays(expected: unknown[], actual: unknown[], path: Path): Difference | undefined {
  const shared = Math.min(expected.length, actual.length);
  for (let i = 0; i < shared; i += 1) {
    path.push(i);
    const inner = firstDifference(expected[i], actual[i], path);
    if (inner) return inner;
    path.pop();
  }
  if (expected.length === actual.length) return undefined;
  return { path, text: `expected ${plural(expected.length, 'item')}, got ${actual.length}` };
}

function objects(
  expected: Record<string, unknown>,
  actual: Record<string, unknown>,
  path: Path,
): Difference | undefined {
  for (const key of Object.keys(expected)) {
    if (!Object.hasOwn(actual, key)) return { path, text: `${show(key, 100)} is missing` };
    path.push(key);
    const inner = firstDifference(expected[key], actual[key], path);
    if (inner) return inner;
    path.pop();
  }
  for (const key of Object.keys(actual)) {
    if (!Object.hasOwn(expected, key)) return { path, text: `${show(key, 100)} was not expected` };
  }
  return undefined;
}

function stringDifference(expected: string, actual: string): string {
  let at = 0;
  while (at < expected.length && expected.charCodeAt(at) === actual.charCodeAt(at)) at += 1;
  if (expected.length <= 80 && actual.length <= 80) return `expected ${show(expected)}, got ${show(actual)}`;
  const from = Math.max(0, at - 20);
  const piece = (text: string) => `${from > 0 ? '…' : ''}${show(text.slice(from, at + 60))}`;
  return `expected ${piece(expected)}, got ${piece(actual)} (they part at character ${at + 1})`;
}

/** What comes after `but` where the phrase has said what was expected: of a whole value only what it is. */
export function butOf(difference: Difference, expected: unknown, actual: unknown): string {
  const isWhole =
    difference.path.length === 0 && difference.text.startsWith(`expected ${show(expected)}, got `);
  return isWhole ? `it is ${show(actual)}` : describeDifference(difference);
}

/** The difference as a clause; the place is named when it is inside the value. */
export function describeDifference({ path, text }: Difference): string {
  return path.length === 0 ? text : `at ${toPointer(path)} ${text}`;
}
