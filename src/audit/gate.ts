/** Whether an audit lets a change or a release through. */
import type { AuditDelta, AuditGate, AuditGrade, AuditHeading, AuditVerdict } from '../types/audit.js';
import { EXIT } from '../util/errors.js';
import { compareGrades } from './points.js';

export type Gate = AuditGate['name'];

/** The least grade of every heading. */
const LEAST: Readonly<Record<Gate, AuditGrade>> = { review: 'D', release: 'C', strict: 'A' };

const CODES: Readonly<Record<AuditVerdict, number>> = {
  pass: EXIT.ok,
  fail: EXIT.failed,
  inconclusive: EXIT.inconclusive,
};

/** By the gate that was asked for. Where none was, by that of a release; only a heading without a grade then sets a code. */
export function judgeGate(
  headings: readonly AuditHeading[],
  asked: Gate | undefined,
  delta?: AuditDelta,
): AuditGate {
  const name = asked ?? 'release';
  const requested = asked !== undefined;
  const judged = held(headings, name, delta);
  const isOpen = headings.some(({ inconclusive }) => inconclusive !== undefined);
  const unasked = isOpen ? 'inconclusive' : 'pass';
  return {
    name,
    requested,
    ...judged,
    exit_code: CODES[requested ? judged.verdict : unasked],
  };
}

/** Red before unknown: a failure that is there is not hidden by what could not be judged. */
function held(
  headings: readonly AuditHeading[],
  gate: Gate,
  delta: AuditDelta | undefined,
): Pick<AuditGate, 'verdict' | 'reasons'> {
  const least = LEAST[gate];
  const red = headings.flatMap(({ title, grade }) =>
    grade !== undefined && compareGrades(grade, least) < 0
      ? [`${title}: ${grade}, and the gate ${gate} asks for ${least}`]
      : [],
  );
  for (const { title, from, to, change } of delta?.headings ?? [])
    if (change === 'worse' && from !== undefined && to !== undefined)
      red.push(`${title}: ${to}, and it was ${from}`);
  if (red.length > 0) return { verdict: 'fail', reasons: red };
  const unknown = headings.flatMap(({ title, inconclusive, left_out, untested: parts = [] }) => [
    ...(inconclusive === undefined ? [] : [`${title}: could not be judged (${inconclusive})`]),
    ...(left_out === undefined ? [] : [`${title}: was not looked at (${left_out})`]),
    ...(parts.length === 0 ? [] : [`${title}: a part could not be tested (${parts[0]})`]),
  ]);
  return { verdict: unknown.length > 0 ? 'inconclusive' : 'pass', reasons: unknown };
}
