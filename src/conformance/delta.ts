/** A scorecard beside an earlier one of the same server. */
import type { Scorecard, ScorecardDelta } from '../types/conformance.js';
import { McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { isBroken } from './baseline.js';
import { compareGrades } from './grade.js';

export function deltaOf(base: Scorecard, now: Scorecard): ScorecardDelta {
  const before = new Map(base.checks.map((check) => [check.id, check]));
  const broken: string[] = [];
  const mended: string[] = [];
  const lost: string[] = [];
  for (const check of now.checks) {
    const earlier = before.get(check.id);
    if (earlier === undefined) continue;
    if (isBroken(check) && !isBroken(earlier)) broken.push(check.id);
    if (check.status === 'pass' && isBroken(earlier)) mended.push(check.id);
    if (check.status === 'not-testable' && earlier.status !== 'not-testable') lost.push(check.id);
  }
  return {
    base: omitUndefined({ grade: base.grade, protocol_version: base.protocol_version }),
    grade: changeOf(base, now),
    broken,
    mended,
    lost,
  };
}

function changeOf(base: Scorecard, now: Scorecard): ScorecardDelta['grade'] {
  if (base.grade === undefined || now.grade === undefined) return 'unknown';
  const difference = compareGrades(now.grade, base.grade);
  if (difference === 0) return 'same';
  return difference > 0 ? 'better' : 'worse';
}

/** Throws `scorecard-unreadable`. */
export function readScorecard(text: string, file: string): Scorecard {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    document = undefined;
  }
  const checks = ownValue(document, 'checks');
  const isWhole =
    ownValue(document, 'version') === 1 &&
    typeof ownValue(document, 'protocol_version') === 'string' &&
    Array.isArray(checks) &&
    checks.every((one) => isObject(one) && typeof one.id === 'string' && typeof one.status === 'string');
  if (isWhole) return document as Scorecard;
  throw new McptestError({
    code: 'scorecard-unreadable',
    message: `${oneLine(file)} is not a scorecard of this version`,
    hint: 'Write one with mcptest conformance --format json --output scorecard.json.',
  });
}
