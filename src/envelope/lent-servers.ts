/**
 * Coverage over several suites. A server that one file lends to several of them (`imports`, `mcptest.config.yml`) is one
 * server: it counts once, and a tool of it that any of the suites calls is covered.
 */
import type { ToolCoverage } from '../types/envelope.js';
import { pooledShare } from '../util/ratio.js';

export function coverageShare(rows: readonly ToolCoverage[]): ReturnType<typeof pooledShare> {
  return pooledShare(
    oneEach(rows).map((same) => {
      const total = Math.max(...same.map((row) => row.total));
      return { total, covered: total - uncalledByAll(same).length };
    }),
  );
}

/** `server.tool` of all that no suite calls, each once. With `isShown` only of servers of such rows. */
export function uncalledTools(
  rows: readonly ToolCoverage[],
  isShown: (row: ToolCoverage) => boolean = () => true,
): string[] {
  const names = oneEach(rows)
    .filter((same) => same.some(isShown))
    .flatMap((same) => uncalledByAll(same).map((tool) => `${same[0]?.server}.${tool}`));
  return [...new Set(names)];
}

function oneEach(rows: readonly ToolCoverage[]): ToolCoverage[][] {
  const servers = new Map<string, ToolCoverage[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.lent_by === undefined ? row.file : { lent_by: row.lent_by }, row.server]);
    const known = servers.get(key);
    if (known === undefined) servers.set(key, [row]);
    else known.push(row);
  }
  return [...servers.values()];
}

function uncalledByAll([first, ...others]: readonly ToolCoverage[]): string[] {
  return (first?.uncovered ?? []).filter((tool) => others.every(({ uncovered }) => uncovered.includes(tool)));
}
