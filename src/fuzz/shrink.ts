/** A failing sequence of calls, made smaller as long as it still fails. */
import type { FuzzCall } from '../types/fuzz.js';
import { isObject, setOwn } from '../util/plain.js';

/** At most `limit` tries; every try is a call of the server. */
export async function shrink<T extends FuzzCall>(
  calls: readonly T[],
  stillFails: (calls: T[]) => Promise<boolean>,
  limit: number,
): Promise<T[]> {
  let best = [...calls];
  const tried = new Set([JSON.stringify(best)]);
  let left = limit;
  for (;;) {
    let next: T[] | undefined;
    for (const smaller of smallerCalls(best)) {
      const key = JSON.stringify(smaller);
      if (tried.has(key)) continue;
      if (left <= 0) return best;
      tried.add(key);
      left -= 1;
      if (!(await stillFails(smaller))) continue;
      next = smaller;
      break;
    }
    if (next === undefined) return best;
    best = next;
  }
}

/** Fewer calls first, then smaller arguments, those of the last call first. */
function* smallerCalls<T extends FuzzCall>(calls: T[]): Generator<T[]> {
  for (let half = calls.length >> 1; half >= 1; half >>= 1) {
    for (let at = 0; at + half < calls.length; at += half) yield calls.toSpliced(at, half);
  }
  for (let at = calls.length - 1; at >= 0; at -= 1) {
    const call = calls[at] as T;
    for (const args of smallerValues(call.args)) if (isObject(args)) yield calls.with(at, { ...call, args });
  }
}

/** Values that are simpler than this one, the boldest step first. */
export function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield* smallerTexts(value);
  else if (typeof value === 'number') yield* smallerNumbers(value);
  else if (value === true) yield false;
  else if (Array.isArray(value)) yield* smallerLists(value);
  else if (isObject(value)) yield* smallerObjects(value);
}

function* smallerTexts(text: string): Generator<string> {
  if (text.length === 0) return;
  yield '';
  if (text.length > 1) yield 'x';
  const plain = 'x'.repeat(text.length);
  if (text !== plain) yield plain;
  const letters = [...text];
  for (let part = letters.length >> 1; part >= 1; part >>= 1) {
    yield letters.slice(0, letters.length - part).join('');
    if (text !== plain) yield letters.slice(part).join('');
  }
  if (letters.length > 24 || text === plain) return;
  for (const at of letters.keys()) yield letters.toSpliced(at, 1).join('');
}

function* smallerNumbers(number: number): Generator<number> {
  const size = Math.abs(number);
  if (size === 0) return;
  yield 0;
  if (number < 0) yield size;
  if (!Number.isInteger(number)) yield Math.trunc(number);
  if (size > 1e6) yield Math.sign(number) * Math.trunc(Math.sqrt(size));
  if (!Number.isSafeInteger(number)) {
    if (size > 1) yield Math.sign(number) * Math.sqrt(size);
    if (size > 1) yield number / 2;
    return;
  }
  for (let step = Math.floor(size / 2); step >= 1; step = Math.floor(step / 2))
    yield number - Math.sign(number) * step;
}

function* smallerLists(list: unknown[]): Generator<unknown[]> {
  if (list.length > 0) yield [];
  for (let half = list.length >> 1; half >= 1; half >>= 1) {
    for (let at = 0; at + half <= list.length; at += half) yield list.toSpliced(at, half);
  }
  for (const [at, item] of list.slice(0, 20).entries())
    for (const smaller of smallerValues(item)) yield list.with(at, smaller);
}

function* smallerObjects(value: Record<string, unknown>): Generator<Record<string, unknown>> {
  const keys = Object.keys(value);
  for (const left of keys) yield copyOf(value, (key) => key !== left);
  for (const key of keys.slice(0, 40)) {
    for (const smaller of smallerValues(value[key])) {
      const copy = copyOf(value, () => true);
      setOwn(copy, key, smaller);
      yield copy;
    }
  }
}

function copyOf(value: Record<string, unknown>, keep: (key: string) => boolean): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(value)) if (keep(key)) setOwn(out, key, value[key]);
  return out;
}
