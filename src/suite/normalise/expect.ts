/** `expect:` in its one spelling. Takes only what passed validation. */

import type { Path } from '../../source/spots.js';
import type { Assertion, Expectation } from '../../types/suite.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { isObject } from '../../util/plain.js';
import type { RawAssertion, RawExpectation } from '../blocks/expect.js';
import { normaliseMatcher } from '../matchers.js';

/** The line of the key at a path where there is one, else of its value. */
export type LineOf = (path: Path) => number;

export function normaliseExpect(raw: RawExpectation | undefined, path: Path, lineOf: LineOf): Expectation {
  const assertions = writtenAssertions(raw, path).map(({ target, matcher, message, place }) =>
    omitUndefined<Assertion>({
      target,
      matcher: normaliseMatcher(matcher),
      message,
      line: lineOf(place),
    }),
  );
  if (raw === undefined || Array.isArray(raw)) return { assertions };
  const { max_duration_ms, max_response_tokens } = raw;
  return omitUndefined<Expectation>({ assertions, max_duration_ms, max_response_tokens });
}

/** Every matcher of an `expect:` with its path. */
export function matchersIn(raw: RawExpectation | undefined, path: Path): { path: Path; matcher: unknown }[] {
  return writtenAssertions(raw, path).map(({ matcher, matcherPath }) => ({ path: matcherPath, matcher }));
}

/** Every target of an `expect:` with its path. */
export function targetsIn(raw: RawExpectation | undefined, path: Path): { path: Path; target: string }[] {
  return writtenAssertions(raw, path).map(({ target, place }) => ({ path: place, target }));
}

interface WrittenAssertion {
  target: string;
  matcher: unknown;
  message?: string;
  place: Path;
  matcherPath: Path;
}

/** The assertions of an `expect:` with the paths of their targets and matchers. */
export function writtenAssertions(raw: RawExpectation | undefined, path: Path): WrittenAssertion[] {
  if (Array.isArray(raw)) return raw.flatMap((one, index) => assertionsIn(one, [...path, index]));
  // `expect:` with nothing behind it is null; the check of shapes says so.
  if (!isObject(raw)) return [];
  return writtenAssertions(raw.assertions, [...path, 'assertions']);
}

function assertionsIn(raw: RawAssertion, path: Path): WrittenAssertion[] {
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
