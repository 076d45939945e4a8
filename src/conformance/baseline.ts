/** Expected failures, in a file meant for git. A new one is red, and so is an entry that is no longer true. */
import type { CheckResult } from '../types/conformance.js';
import { McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';

export interface ExpectedFailure {
  id: string;
  reason?: string;
}

export interface BaselineVerdict {
  /** Broken and not expected. */
  fresh: string[];
  /** Broken and expected. */
  known: string[];
  /** Expected to be broken, and whole now or no longer applicable. */
  stale: string[];
}

/** Of an entry that could not be tested nothing is known, so that it is not stale either. */
export function holdAgainst(
  checks: readonly CheckResult[],
  expected: readonly ExpectedFailure[],
): BaselineVerdict {
  const ids = new Set(expected.map(({ id }) => id));
  const broken = checks.filter(isBroken).map(({ id }) => id);
  const judged = checks.filter(({ status }) => status === 'pass' || status === 'not-applicable');
  return {
    fresh: broken.filter((id) => !ids.has(id)),
    known: broken.filter((id) => ids.has(id)),
    stale: judged.map(({ id }) => id).filter((id) => ids.has(id)),
  };
}

export function isBroken({ status }: Pick<CheckResult, 'status'>): boolean {
  return status === 'fail' || status === 'warn';
}

/** Reasons that somebody wrote down stay. */
export function baselineText(checks: readonly CheckResult[], before: readonly ExpectedFailure[]): string {
  const expected = checks.filter(isBroken).map(({ id, message }) => ({
    id,
    reason: before.find((one) => one.id === id)?.reason ?? message,
  }));
  return `${JSON.stringify({ version: 1, expected_failures: expected }, null, 2)}\n`;
}

/** Throws `baseline-unreadable`. */
export function readExpected(text: string, file: string): ExpectedFailure[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    document = undefined;
  }
  const entries = ownValue(document, 'expected_failures');
  const isWhole =
    ownValue(document, 'version') === 1 &&
    Array.isArray(entries) &&
    entries.every((entry) => isObject(entry) && typeof entry.id === 'string');
  if (isWhole) return entries as ExpectedFailure[];
  throw new McptestError({
    code: 'baseline-unreadable',
    message: `${oneLine(file)} is not a list of expected failures of this version`,
    hint: 'Write one with --update.',
  });
}
