/** Which arguments of a call differ from the declared ones, as far as the mode minds. */
import { phraseOf } from '../match/judge.js';
import { canonicalJson } from '../util/canonical-json.js';
import { isObject, ownValue } from '../util/plain.js';
import { show, showValue } from './explain.js';
import type { ArgsMode } from './schemas/call-pattern.js';

/** Objects are compared key by key, down to the value that differs. */
export function argumentFaults(expected: unknown, actual: unknown, mode: ArgsMode, path = ''): string[] {
  if (mode === 'ignore' || canonicalJson(expected) === canonicalJson(actual)) return [];
  if (!isObject(expected) || !isObject(actual)) {
    const name = path === '' ? '' : `${show(path)}: `;
    return [`${name}expected ${showValue(expected)}, got ${showValue(actual)}`];
  }
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  const missing = Object.keys(expected).filter((key) => !Object.hasOwn(actual, key));
  const extra = Object.keys(actual).filter((key) => !Object.hasOwn(expected, key));
  const both = Object.keys(expected).filter((key) => Object.hasOwn(actual, key));
  return [
    ...both.flatMap((key) => argumentFaults(expected[key], actual[key], mode, below(key))),
    ...(mode === 'subset' ? [] : missing).map(
      (key) => `${show(below(key))}: expected ${showValue(expected[key])}, got none`,
    ),
    ...(mode === 'superset' ? [] : extra).map(
      (key) => `${show(below(key))}: not expected, got ${showValue(actual[key])}`,
    ),
  ];
}

/** A field whose matcher did not pass. */
export function matcherFault(field: string, matcher: unknown, args: unknown): string {
  const value = ownValue(args, field);
  const found = value === undefined ? '' : `, got ${showValue(value)}`;
  return `${show(field)}: expected that it ${phraseOf(matcher)}${found}`;
}
