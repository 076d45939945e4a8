/** What an attacker could use: the definitions, the probes, and what changed since somebody looked. */
import type { AuditGrade, AuditHeading, AuditSeverity } from '../../types/audit.js';
import type { Finding } from '../../types/envelope.js';
import { groupBy } from '../../util/group-by.js';
import type { CommandLine } from '../command-line.js';
import { judgedHeading } from '../points.js';

interface Weight {
  severity: AuditSeverity;
  points: number;
  at_most?: AuditGrade;
}

const WEIGHTS: Readonly<Record<Finding['severity'], Weight>> = {
  critical: { severity: 'critical', points: 60, at_most: 'F' },
  high: { severity: 'high', points: 40, at_most: 'D' },
  medium: { severity: 'medium', points: 15 },
  warning: { severity: 'low', points: 4 },
  low: { severity: 'low', points: 4 },
  info: { severity: 'info', points: 0 },
  pass: { severity: 'info', points: 0 },
};
const WORST: readonly Finding['severity'][] = ['critical', 'high', 'medium', 'warning', 'low', 'info'];
/** Each further tool costs this share more, up to twice as much. */
const FURTHER = 0.25;

export interface SecurityFacts {
  findings: readonly Finding[];
  /** What was looked at besides definitions. */
  looked: string;
  untested?: readonly string[];
}

export function securityHeading(facts: SecurityFacts, command: CommandLine): AuditHeading {
  const found = facts.findings.filter(({ severity }) => severity !== 'pass');
  const findings = [...groupBy(found, ({ rule }) => rule)].map(([rule, hits]) => {
    const severity = WORST.find((one) => hits.some((hit) => hit.severity === one)) ?? 'info';
    const first = hits.find((hit) => hit.severity === severity);
    const tools = [...new Set(hits.flatMap(({ tool }) => tool ?? []))];
    const { points, ...weight } = WEIGHTS[severity];
    return {
      rule,
      ...weight,
      tools,
      message: first?.message ?? '',
      fix: first?.suggestion ?? '',
      points: points * Math.min(2, 1 + FURTHER * Math.max(0, tools.length - 1)),
      command: command('security', `--rule ${rule}`),
    };
  });
  const serious = findings.filter(({ severity }) => severity === 'critical' || severity === 'high').length;
  const others = findings.length > 0 ? 'nothing serious' : 'nothing found';
  const words = serious > 0 ? `${serious} serious` : others;
  return judgedHeading('security', {
    says: `${words} in ${facts.looked}`,
    findings,
    untested: facts.untested,
  });
}
