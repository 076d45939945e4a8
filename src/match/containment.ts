/** What `contains` and its kin mean: a part of a string, a member of an array, a key of an object. */
import { isObject } from '../util/plain.js';
import { equal } from './equal.js';

/** `undefined` when such a value can contain nothing of this kind. */
export function holds(actual: unknown, wanted: unknown, fold = false): boolean | undefined {
  const want = typeof wanted === 'string' && fold ? wanted.toLowerCase() : wanted;
  const same = (value: string) => (fold ? value.toLowerCase() : value);
  if (typeof actual === 'string') {
    return typeof want === 'string' ? same(actual).includes(want) : undefined;
  }
  if (Array.isArray(actual)) {
    if (typeof want === 'string')
      return actual.some((item) => typeof item === 'string' && same(item) === want);
    return actual.some((item) => equal(want, item));
  }
  if (isObject(actual)) {
    if (typeof want !== 'string') return undefined;
    return fold ? Object.keys(actual).some((key) => same(key) === want) : Object.hasOwn(actual, want);
  }
  return undefined;
}

/** What a value would have to be for the question to make sense. */
export function containerFor(actual: unknown, wanted: unknown): string {
  if (typeof actual === 'string' && typeof wanted !== 'string') {
    return 'something that can contain a value other than a string (write the operand in quotes)';
  }
  return typeof wanted === 'string' ? 'a string, an array or an object' : 'an array';
}
