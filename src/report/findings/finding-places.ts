/**
 * Where a finding about a server stands in the suites: at the block that looked for it, else at a test that
 * calls the tool, else at the first test that speaks to the server.
 */

import { rowNames } from '../../envelope/row-names.js';
import type { CaseResult, Finding, RunEnvelope } from '../../types/envelope.js';

const KINDS = new Set(['security', 'compat', 'tool_quality']);

export interface Place {
  file: string;
  line: number;
}

const MOST_CALLS = 1000;

export function findingPlaces({ results }: RunEnvelope): (finding: Finding) => Place {
  const places = new Map<string, Place>();
  const note = (kind: string, result: CaseResult, tool?: string): void => {
    const place = { file: result.file, line: result.line };
    // A finding of an older run does not name its suite.
    for (const file of [result.file, undefined]) {
      const key = keyOf(file, kind, result.server, tool);
      if (!places.has(key)) places.set(key, place);
    }
  };
  for (const result of results) {
    if (KINDS.has(result.kind)) note(result.kind, result);
    for (const call of (result.trace?.calls ?? []).slice(0, MOST_CALLS))
      if ((call.server ?? result.server) === result.server) note('call', result, call.tool);
    note('server', result);
  }
  const first = results[0];
  const any = first ? { file: first.file, line: first.line } : { file: 'mcptest.yml', line: 1 };
  return ({ rule, file, server, tool }) =>
    places.get(keyOf(file, kindOf(rule), server)) ??
    (tool === undefined ? undefined : places.get(keyOf(file, 'call', server, tool))) ??
    places.get(keyOf(file, 'server', server)) ??
    (file === undefined ? any : { file, line: 1 });
}

/** What a finding is about, `server.tool`; with its suite where findings come from several. Not yet safe. */
export function findingSubjects(findings: readonly Finding[]): (finding: Finding) => string {
  const named = rowNames(findings);
  return (finding) =>
    named([finding.server, finding.tool].filter((part) => part !== undefined).join('.'), finding);
}

function keyOf(file: string | undefined, kind: string, server?: string, tool?: string): string {
  return JSON.stringify([file, kind, server, tool]);
}

/** Findings that no failed test of the same server tells already. */
export function untold(
  findings: readonly Finding[],
  told: readonly { message: string; result?: CaseResult }[],
): Finding[] {
  return findings.filter((finding) => {
    // The evidence behind the sentence may differ: more of it came later.
    const [sentence = ''] = finding.message.split(': "');
    return !told.some(
      ({ message, result }) => result?.server === finding.server && message.startsWith(sentence),
    );
  });
}

/** The block of a suite that a rule belongs to. */
function kindOf(rule: string): string {
  if (rule.startsWith('SEC-')) return 'security';
  return rule.startsWith('CLI-') ? 'compat' : 'tool_quality';
}
