/** Points and grades. A heading begins with 100 points; what is broken outright holds its grade down as well. */
import type { AuditFinding, AuditGrade, AuditHeading, HeadingId } from '../types/audit.js';
import { compareText } from '../util/compare-text.js';

const GRADES: readonly AuditGrade[] = ['A', 'B', 'C', 'D', 'F'];
/** The least score of a grade. */
const FLOORS: Readonly<Record<AuditGrade, number>> = { A: 90, B: 75, C: 60, D: 40, F: 0 };

export function gradeOfScore(score: number): AuditGrade {
  return GRADES.find((grade) => score >= FLOORS[grade]) ?? 'F';
}

/** 0 for the same, below it when the first is the worse one. */
export function compareGrades(one: AuditGrade, two: AuditGrade): number {
  return GRADES.indexOf(two) - GRADES.indexOf(one);
}

export function worstGrade(grades: readonly AuditGrade[]): AuditGrade {
  return grades.reduce((worst, grade) => (compareGrades(grade, worst) < 0 ? grade : worst), 'A');
}

/** One grade better, where there is one. */
export function oneBetter(grade: AuditGrade): AuditGrade {
  return GRADES[Math.max(0, GRADES.indexOf(grade) - 1)] ?? 'A';
}

export const TITLES: Readonly<Record<HeadingId, string>> = {
  start: 'Starts and answers',
  protocol: 'Follows the protocol',
  clients: 'Works in clients',
  definitions: 'Tools are well described',
  security: 'Safe to use',
  tokens: 'Costs few tokens',
};

/** A finding before it is known what mending it gives. */
export type FoundFault = Omit<AuditFinding, 'grade_if_mended'>;

export interface Judged {
  says: string;
  findings: readonly FoundFault[];
  /** The points without what holds the grade down; 100 less those of the findings where absent. */
  raw?: number;
  untested?: readonly string[];
}

export function judgedHeading(id: HeadingId, { says, findings, raw, untested = [] }: Judged): AuditHeading {
  const sorted = [...findings].sort(mostImportantFirst);
  const base = raw ?? 100 - sorted.reduce((sum, { points }) => sum + points, 0);
  const isPartial = untested.length > 0;
  const heading: AuditHeading = {
    id,
    title: TITLES[id],
    ...scored(base, sorted, isPartial),
    says,
    findings: sorted.map((fault) => {
      const others = sorted.filter((other) => other !== fault);
      return { ...fault, grade_if_mended: scored(base + fault.points, others, isPartial).grade };
    }),
  };
  if (isPartial) heading.untested = [...untested];
  return heading;
}

export function unjudgedHeading(
  id: HeadingId,
  why: { inconclusive: string } | { left_out: string },
): AuditHeading {
  return { id, title: TITLES[id], says: '', ...why, findings: [] };
}

/** A part that could not be judged is no part that is right. */
function scored(
  base: number,
  findings: readonly FoundFault[],
  isPartial: boolean,
): { grade: AuditGrade; score: number } {
  const caps = findings.flatMap(({ at_most }) => at_most ?? []);
  const most = worstGrade(isPartial ? [...caps, 'B'] : caps);
  const highest = most === 'A' ? 100 : FLOORS[oneBetter(most)] - 1;
  const score = Math.max(0, Math.min(highest, Math.round(base)));
  return { grade: gradeOfScore(score), score };
}

export function mostImportantFirst(one: FoundFault, two: FoundFault): number {
  const cap = (finding: FoundFault) => GRADES.indexOf(finding.at_most ?? 'A');
  return (
    cap(two) - cap(one) ||
    two.points - one.points ||
    two.tools.length - one.tools.length ||
    compareText(one.rule, two.rule)
  );
}

/** To one decimal, so that sums do not show the noise of binary fractions. */
export function tenths(points: number): number {
  return Math.round(points * 10) / 10;
}
