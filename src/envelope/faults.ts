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
  // Most findings say a sentence that was said before.
  const bySentence = new Map<string, Fault[]>();
  for (const finding of findings) {
    const { rule, severity, suggestion, message } = finding;
    if (severity === 'pass') continue;
    const alike = bySentence.get(message) ?? [];
    const known = alike.find(
      (one) => one.rule === rule && one.severity === severity && one.suggestion === suggestion,
    );
    if (known) {
      known.findings.push(finding);
      continue;
    }
    const key = JSON.stringify([rule, severity, suggestion, withoutNames(message)]);
    const fault = faults.get(key);
    if (fault) fault.findings.push(finding);
    const made: Fault = fault ?? { rule, severity, suggestion, findings: [finding], subjects: 0 };
    if (fault === undefined) faults.set(key, made);
    bySentence.set(message, [...alike, made]);
  }
  for (const fault of faults.values()) fault.subjects = countSubjects(fault.findings);
  return [...faults.values()].sort(
    (one, two) => rankOf(one) - rankOf(two) || costOf(two) - costOf(one) || (one.rule < two.rule ? -1 : 1),
  );
}

function countSubjects(findings: readonly Finding[]): number {
  const servers = new Map<string | undefined, Set<string | undefined>>();
  for (const { server, tool } of findings) {
    const tools = servers.get(server);
    if (tools) tools.add(tool);
    else servers.set(server, new Set([tool]));
  }
  return [...servers.values()].reduce((sum, tools) => sum + tools.size, 0);
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
