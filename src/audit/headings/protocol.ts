/** What the specification asks of every server: the checks of level MUST. */
import { gradeOf } from '../../conformance/grade.js';
import type { AuditHeading } from '../../types/audit.js';
import type { CheckResult } from '../../types/conformance.js';
import { groupBy } from '../../util/group-by.js';
import type { CommandLine } from '../command-line.js';
import { judgedHeading } from '../points.js';

const POINTS = 30;
const SHOWN = 3;

export function protocolHeading(checks: readonly CheckResult[], command: CommandLine): AuditHeading {
  const broken = checks.filter(({ status }) => status === 'fail');
  const kept = checks.filter(({ status }) => status === 'pass').length;
  const untested = checks.filter(({ status }) => status === 'not-testable');
  const isUseless = gradeOf(checks) === 'F';
  const says = [`${kept} of ${kept + broken.length + untested.length} rules kept`];
  if (untested.length > 0) says.push(`${untested.length} could not be tested`);
  return judgedHeading('protocol', {
    says: says.join(', '),
    findings: broken.map(({ id, title, message, fix }) => ({
      rule: id,
      severity: 'high',
      tools: [],
      message: `not so: ${title} (${message})`,
      fix,
      points: POINTS,
      at_most: isUseless ? 'F' : 'D',
      command: command('conformance', `--only ${id}`),
    })),
    untested: summed(untested),
  });
}

/** Several that fail for one reason are told once. */
function summed(checks: readonly CheckResult[]): string[] {
  return [...groupBy(checks, ({ message }) => message)].map(([reason, all]) => {
    const ids = all.map(({ id }) => id);
    const more = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : '';
    return `${ids.slice(0, SHOWN).join(', ')}${more}: ${reason}`;
  });
}
