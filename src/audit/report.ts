/** Headings → the report: the grade of the whole, and the few fixes that gain most. */
import type { AuditFix, AuditGrade, AuditHeading, HeadingId } from '../types/audit.js';
import { compareGrades, gradeOfScore, mostImportantFirst, oneBetter, worstGrade } from './points.js';

export const HEADINGS: readonly HeadingId[] = [
  'start',
  'protocol',
  'clients',
  'definitions',
  'security',
  'tokens',
];
const MOST_FIXES = 5;

/** The mean, and at most one better than the worst heading; none while one could not be judged. */
export function gradeOfAll(headings: readonly AuditHeading[]): AuditGrade | undefined {
  const judged = headings.flatMap(({ grade, score }) =>
    grade && score !== undefined ? [{ grade, score }] : [],
  );
  if (judged.length === 0 || headings.some(({ inconclusive }) => inconclusive !== undefined))
    return undefined;
  const mean = gradeOfScore(Math.floor(judged.reduce((sum, { score }) => sum + score, 0) / judged.length));
  const most = oneBetter(worstGrade(judged.map(({ grade }) => grade)));
  return compareGrades(mean, most) < 0 ? mean : most;
}

/** Those that hold a grade down come first, then those with the most points. */
export function fixesOf(headings: readonly AuditHeading[]): AuditFix[] {
  return headings
    .flatMap(({ id, grade, findings }) =>
      grade === undefined ? [] : findings.map((finding) => ({ ...finding, heading: id, grade })),
    )
    .filter(({ points, at_most }) => points > 0 || at_most !== undefined)
    .sort(mostImportantFirst)
    .slice(0, MOST_FIXES);
}
