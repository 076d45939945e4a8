/** Tool coverage: which of the tools that a server lists were called by the tests that ran. */
import type { CaseResult, Coverage, ToolCoverage } from '../types/envelope.js';
import { percent } from '../util/ratio.js';

export interface ListedTools {
  server: string;
  names?: string[];
  /** Why there is no list. */
  reason?: string;
}

export function coverageOf(
  listed: ListedTools[],
  results: CaseResult[],
  threshold?: number,
): Coverage | undefined {
  if (listed.length === 0) return undefined;
  const called = new Set<string>();
  for (const result of results) {
    for (const call of result.trace?.calls ?? []) called.add(`${call.server}\0${call.tool}`);
  }
  const tools: ToolCoverage[] = [];
  for (const { server, names } of listed) {
    if (!names) continue;
    const unique = [...new Set(names)];
    const uncovered = unique.filter((name) => !called.has(`${server}\0${name}`)).sort();
    tools.push(row(server, unique.length, unique.length - uncovered.length, uncovered));
  }
  const unmeasured = listed.flatMap(({ server, names, reason }) =>
    names ? [] : [{ server, reason: reason ?? 'its tools could not be listed' }],
  );
  const total = tools.reduce((sum, tool) => sum + tool.total, 0);
  const covered = tools.reduce((sum, tool) => sum + tool.covered, 0);
  // Compared as an exact fraction: 2 of 3 does not meet 67.
  const judged = threshold !== undefined && unmeasured.length === 0;
  return {
    tools,
    total,
    covered,
    percent: total === 0 ? 100 : percent(covered, total),
    ...(threshold !== undefined && { threshold }),
    ...(judged && { passed: covered * 100 >= threshold * total }),
    ...(unmeasured.length > 0 && { unmeasured }),
  };
}

function row(server: string, total: number, covered: number, uncovered: string[]): ToolCoverage {
  return { server, total, covered, percent: total === 0 ? 100 : percent(covered, total), uncovered };
}
