/** Results → counts, grade and tier. What could not be tested earns nothing, and an untested MUST no A. */
import type { CheckResult, CheckStatus, Grade, Level, StatusCounts, Tier } from '../types/conformance.js';

const COUNTED: Record<CheckStatus, keyof StatusCounts> = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  'not-applicable': 'skipped',
  'not-testable': 'untestable',
};

export function countStatuses(checks: readonly CheckResult[]): StatusCounts {
  const counts: StatusCounts = { pass: 0, fail: 0, warn: 0, skipped: 0, untestable: 0 };
  for (const { status } of checks) counts[COUNTED[status]] += 1;
  return counts;
}

/** Ids without which a server is of no use: the handshake, and the list of tools where it has some. */
const BASICS = ['C-LIFE-001', 'C-LIFE-011', 'C-CAP-001'];
const MOST_WARNINGS_OF_B = 2;

export function gradeOf(checks: readonly CheckResult[]): Grade {
  const brokenAt = (level: Level) =>
    checks.filter((check) => check.level === level && (check.status === 'fail' || check.status === 'warn'));
  if (brokenAt('MUST').some(({ id }) => BASICS.includes(id))) return 'F';
  if (brokenAt('MUST').length > 0) return 'D';
  const should = brokenAt('SHOULD').length;
  if (should > MOST_WARNINGS_OF_B) return 'C';
  if (should > 0 || isUntested(checks, 'MUST')) return 'B';
  return brokenAt('MAY').length > 0 || isUntested(checks, 'SHOULD') || isUntested(checks, 'MAY') ? 'A' : 'A+';
}

const SHARES: [Tier, number][] = [
  ['T1', 95],
  ['T2', 70],
  ['T3', 0],
];

/** Absent where a MUST is broken or could not be tested. */
export function tierOf(checks: readonly CheckResult[]): Tier | undefined {
  if (isUntested(checks, 'MUST') || checks.some(({ status }) => status === 'fail')) return undefined;
  const should = checks.filter(({ level, status }) => level === 'SHOULD' && status !== 'not-applicable');
  const kept = should.filter(({ status }) => status === 'pass').length;
  const share = should.length === 0 ? 100 : (100 * kept) / should.length;
  return SHARES.find(([, least]) => share >= least)?.[0];
}

export function isUntested(checks: readonly CheckResult[], level: Level): boolean {
  return checks.some((check) => check.level === level && check.status === 'not-testable');
}

const GRADES: Grade[] = ['F', 'D', 'C', 'B', 'A', 'A+'];

/** Below zero when the first is the worse one. */
export function compareGrades(one: Grade, two: Grade): number {
  return GRADES.indexOf(one) - GRADES.indexOf(two);
}

const LEVELS: Level[] = ['MUST', 'SHOULD', 'MAY'];

/** What is broken: MUST before SHOULD, the basics first; otherwise in the order of the checks. */
export function fixFirst(checks: readonly CheckResult[]): string[] {
  const rank = ({ id, level }: CheckResult) => (BASICS.includes(id) ? -1 : LEVELS.indexOf(level));
  return checks
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .sort((one, two) => rank(one) - rank(two))
    .map(({ id }) => id);
}
