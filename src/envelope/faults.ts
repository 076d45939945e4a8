/**
 * Findings that say the same of several tools, as one fault with the tools that it concerns, the one that costs most
 * first. For readers; what programs read keeps a finding for each place.
 */
import type { Finding } from '../types/envelope.js';

export interface Fault {
  rule: string;
  severity: Finding['severity'];
  suggestion?: string;
  /** In the order in which they came; never empty. */
  findings: [Finding, ...Finding[]];
  /** How many tools, or servers as such, it concerns. */
  subjects: number;
}

const ORDER = ['critical', 'high', 'medium', 'warning', 'low', 'info', 'pass'];

/**
 * What one tool with this finding costs an agent beside one that it cannot choose or call right, which is 1. Limits
 * and closed objects harden a schema; they decide no call.
 */
const COSTS: Record<string, number> = {
  'SCH-001': 0.5,
  'SCH-002': 0.2,
  'SCH-004': 0.1,
  'SCH-009': 0.5,
  'SCH-010': 0.5,
  'DESC-002': 0.5,
  'DESC-008': 0.3,
  'DESC-009': 0.5,
  'DESC-012': 0.3,
};

export function faultsOf(findings: readonly Finding[]): Fault[] {
  const faults = new Map<string, Fault>();
  const subjects = new Map<string, Set<string>>();
  for (const finding of findings) {
    if (finding.severity === 'pass') continue;
    const key = JSON.stringify([
      finding.rule,
      finding.severity,
      finding.suggestion,
      withoutNames(finding.message),
    ]);
    const fault = faults.get(key);
    if (fault) fault.findings.push(finding);
    else {
      const { rule, severity, suggestion } = finding;
      faults.set(key, { rule, severity, suggestion, findings: [finding], subjects: 0 });
    }
    const seen = subjects.get(key) ?? new Set();
    subjects.set(key, seen.add(JSON.stringify([finding.server, finding.tool])));
  }
  for (const [key, fault] of faults) fault.subjects = subjects.get(key)?.size ?? 0;
  return [...faults.values()].sort(
    (one, two) => rankOf(one) - rankOf(two) || costOf(two) - costOf(one) || (one.rule < two.rule ? -1 : 1),
  );
}

/** The same sentence about another argument is the same fault. */
function withoutNames(message: string): string {
  return message.replace(/"[^"]*"/g, '""').replace(/\d+/g, '0');
}

function rankOf({ severity }: Fault): number {
  const at = ORDER.indexOf(severity);
  return at === -1 ? ORDER.length : at;
}

function costOf({ rule, subjects }: Fault): number {
  return (COSTS[rule] ?? 1) * subjects;
}
