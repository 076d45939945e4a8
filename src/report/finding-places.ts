/**
 * Where a finding about a server stands in the suites: at the block that looked for it, else at a test that
 * calls the tool, else at the first test that speaks to the server.
 */
import type { CaseResult, Finding, RunEnvelope } from '../types/envelope.js';

export interface Place {
  file: string;
  line: number;
}

const MOST_CALLS = 1000;

export function findingPlaces({ results }: RunEnvelope): (finding: Finding) => Place {
  const places = new Map<string, Place>();
  const note = (kind: string, result: CaseResult, tool?: string): void => {
    const key = keyOf(kind, result.server, tool);
    if (!places.has(key)) places.set(key, { file: result.file, line: result.line });
  };
  for (const result of results) {
    if (result.kind === 'security' || result.kind === 'tool_quality') note(result.kind, result);
    for (const call of (result.trace?.calls ?? []).slice(0, MOST_CALLS))
      if ((call.server ?? result.server) === result.server) note('call', result, call.tool);
    note('server', result);
  }
  const first = results[0];
  const any = first ? { file: first.file, line: first.line } : { file: 'mcptest.yml', line: 1 };
  return ({ rule, server, tool }) =>
    places.get(keyOf(rule.startsWith('SEC-') ? 'security' : 'tool_quality', server)) ??
    (tool === undefined ? undefined : places.get(keyOf('call', server, tool))) ??
    places.get(keyOf('server', server)) ??
    any;
}

function keyOf(kind: string, server?: string, tool?: string): string {
  return JSON.stringify([kind, server, tool]);
}
