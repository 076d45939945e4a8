/** `expect:` in its one spelling. Takes only what passed validation. */

import type { Path } from '../source/spots.js';
import type { Assertion, Expectation } from '../types/suite.js';
import { isObject } from '../util/plain.js';
import type { RawAssertion, RawExpectation } from './blocks/expect.js';
import { normaliseMatcher } from './matchers.js';

/** The line of the key at a path where there is one, else of its value. */
export type LineOf = (path: Path) => number;

export function normaliseExpect(raw: RawExpectation | undefined, path: Path, lineOf: LineOf): Expectation {
  const assertions = written(raw, path).map(
    ({ target, matcher, message, place }): Assertion => ({
      target,
      matcher: normaliseMatcher(matcher),
      ...(message !== undefined && { message }),
      line: lineOf(place),
    }),
  );
  if (raw === undefined || Array.isArray(raw)) return { assertions };
  const { max_duration_ms, max_response_tokens } = raw;
  return {
    assertions,
    ...(max_duration_ms !== undefined && { max_duration_ms }),
    ...(max_response_tokens !== undefined && { max_response_tokens }),
  };
}

/** Every matcher of an `expect:` with its path. */
export function matchersIn(raw: RawExpectation | undefined, path: Path): { path: Path; matcher: unknown }[] {
  return written(raw, path).map(({ matcher, matcherPath }) => ({ path: matcherPath, matcher }));
}

/** Every target of an `expect:` with its path. */
export function targetsIn(raw: RawExpectation | undefined, path: Path): { path: Path; target: string }[] {
  return written(raw, path).map(({ target, place }) => ({ path: place, target }));
}

interface Written {
  target: string;
  matcher: unknown;
  message?: string;
  place: Path;
  matcherPath: Path;
}

function written(raw: RawExpectation | undefined, path: Path): Written[] {
  if (raw === undefined) return [];
  if (Array.isArray(raw)) return raw.flatMap((one, index) => writtenIn(one, [...path, index]));
  return written(raw.assertions, [...path, 'assertions']);
}

function writtenIn(raw: RawAssertion, path: Path): Written[] {
  if (!isObject(raw)) return [];
  if (Object.hasOwn(raw, 'target')) {
    const { target, matcher, message } = raw as { target: string; matcher: unknown; message?: string };
    if (typeof target !== 'string') return [];
    return [{ target, matcher, message, place: path, matcherPath: [...path, 'matcher'] }];
  }
  return Object.entries(raw).map(([target, matcher]) => {
    const place = [...path, target];
    return { target, matcher, place, matcherPath: place };
  });
}
