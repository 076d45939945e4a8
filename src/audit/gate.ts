/** Whether an audit lets a change or a release through. */
import type { AuditDelta, AuditGrade, AuditHeading, AuditVerdict } from '../types/audit.js';
import { EXIT } from '../util/errors.js';
import { compareGrades } from './points.js';

export const GATES = ['review', 'release', 'strict'] as const;
export type Gate = (typeof GATES)[number];

/** The least grade of every heading. */
const LEAST: Readonly<Record<Gate, AuditGrade>> = { review: 'D', release: 'C', strict: 'A' };

export interface GateVerdict {
  exit_code: number;
  /** Why it is not 0, a sentence each. */
  reasons: string[];
}

/** Red before unknown: a failure that is there is not hidden by what could not be judged. */
export function judgeGate(
  headings: readonly AuditHeading[],
  gate: Gate | undefined,
  delta?: AuditDelta,
): GateVerdict {
  const unknown = headings.flatMap(({ title, inconclusive }) =>
    inconclusive === undefined ? [] : [`${title}: could not be judged (${inconclusive})`],
  );
  if (gate === undefined) return verdict([], unknown);
  const least = LEAST[gate];
  const red = headings.flatMap(({ title, grade }) =>
    grade !== undefined && compareGrades(grade, least) < 0
      ? [`${title}: ${grade}, and the gate ${gate} asks for ${least}`]
      : [],
  );
  for (const { title, from, to, change } of delta?.headings ?? [])
    if (change === 'worse' && from !== undefined && to !== undefined)
      red.push(`${title}: ${to}, and it was ${from}`);
  const untested = headings.flatMap(({ title, left_out, untested: parts = [] }) => [
    ...(left_out === undefined ? [] : [`${title}: was not looked at (${left_out})`]),
    ...(parts.length === 0 ? [] : [`${title}: a part could not be tested (${parts[0]})`]),
  ]);
  return verdict(red, [...unknown, ...untested]);
}

/** Whether it is ready by the gate that was asked for; by that of a release where none was. */
export function readiness(
  headings: readonly AuditHeading[],
  gate: Gate = 'release',
  delta?: AuditDelta,
): AuditVerdict {
  const { exit_code } = judgeGate(headings, gate, delta);
  if (exit_code === EXIT.ok) return 'pass';
  return exit_code === EXIT.failed ? 'fail' : 'inconclusive';
}

function verdict(red: string[], unknown: string[]): GateVerdict {
  if (red.length > 0) return { exit_code: EXIT.failed, reasons: red };
  return { exit_code: unknown.length > 0 ? EXIT.inconclusive : EXIT.ok, reasons: unknown };
}
