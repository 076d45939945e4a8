/** Tool coverage: which of the tools that a server lists were called by the tests that ran. */

import { coverageGate } from '../envelope/build.js';
import { coverageShare } from '../envelope/lent-servers.js';
import type { ToolDef } from '../types/catalog.js';
import type { CaseResult, Coverage, ToolCoverage } from '../types/envelope.js';
import type { Suite } from '../types/suite.js';
import type { Reason } from '../types/verdict.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { sharePercent } from '../util/ratio.js';

export interface ListedTools {
  /** The suite that talks to the server. */
  file: string;
  server: string;
  /** The servers that are one with it, itself among them. */
  same_as?: string[];
  /** The file that lends the server to the suite. */
  lent_by?: string;
  names?: string[];
  /** As they were listed. */
  tools?: ToolDef[];
  /** Why there is no list. */
  reason?: Reason;
}

/** Suite file → the percentage of its tools that it wants covered. */
export function coverageThresholds(suites: readonly Suite[]): Map<string, number> {
  return new Map(
    suites.flatMap(({ display_file, coverage }) =>
      coverage?.tools === undefined ? [] : [[display_file, coverage.tools] as const],
    ),
  );
}

export function coverageOf(
  listed: ListedTools[],
  results: CaseResult[],
  thresholds: Map<string, number>,
): Coverage | undefined {
  if (listed.length === 0) return undefined;
  const called = new Set<string>();
  for (const { file, trace } of results) {
    for (const call of trace?.calls ?? []) called.add(`${file}\0${call.server}\0${call.tool}`);
  }
  const tools: ToolCoverage[] = [];
  const seen = new Set<string>();
  for (const { file, server, same_as, lent_by } of listed.filter(({ names }) => names)) {
    const same = same_as ?? [server];
    const name = same[0] ?? server;
    if (seen.has(`${file}\0${name}`)) continue;
    seen.add(`${file}\0${name}`);
    const own = listed.filter((one) => one.file === file && same.includes(one.server));
    const unique = [...new Set(own.flatMap(({ names = [] }) => names))];
    const uncovered = unique
      .filter((tool) => !same.some((one) => called.has(`${file}\0${one}\0${tool}`)))
      .sort();
    tools.push(
      omitUndefined<ToolCoverage>({
        file,
        server: name,
        servers: same_as,
        lent_by,
        total: unique.length,
        covered: unique.length - uncovered.length,
        percent: sharePercent(unique.length - uncovered.length, unique.length),
        uncovered,
      }),
    );
  }
  const unmeasured = listed.flatMap(({ file, server, names, reason }) => {
    if (names) return [];
    const { message, stderr } = reason ?? { message: 'its tools could not be listed' };
    return [omitUndefined({ file, server, reason: message, stderr })];
  });
  const gates = [...thresholds].map(([file, threshold]) =>
    coverageGate({ file, threshold }, tools, unmeasured),
  );
  return omitUndefined({
    tools,
    ...coverageShare(tools),
    gates: gates.length > 0 ? gates : undefined,
    unmeasured: unmeasured.length > 0 ? unmeasured : undefined,
  });
}
