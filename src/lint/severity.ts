/** Severities from worst to best, and the counts of a report. */
import type { Finding } from '../types/envelope.js';
import type { Severity } from '../types/rule.js';

export const SEVERITIES: readonly Severity[] = [
  'critical',
  'high',
  'medium',
  'warning',
  'low',
  'info',
  'pass',
];

export type SeverityCounts = Record<Severity, number>;

const RANKS = new Map(SEVERITIES.map((severity, at) => [severity, at]));

/** 0 is the worst. */
export function severityRank(severity: Severity): number {
  return RANKS.get(severity) ?? -1;
}

/** As a bar, the word warning of lint is the word low of security: either vocabulary can be used for both. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return severityRank(severity) <= severityRank(least === 'warning' ? 'low' : least);
}

export function countSeverities(findings: readonly Finding[]): SeverityCounts {
  const counts: SeverityCounts = { critical: 0, high: 0, medium: 0, warning: 0, low: 0, info: 0, pass: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
