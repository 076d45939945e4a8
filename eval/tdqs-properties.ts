/**
 * Part of `npm run eval:tdqs`: changes that may move a score one way only, made to every real definition
 * of `MCPTEST_EVAL_DATA`. Prints how many were made and after how many a score went the other way.
 */
import { inputHash } from '../src/catalog/input-hash.js';
import { descriptionOf } from '../src/tdqs/hard-gates.js';
import type { ToolDef } from '../src/types/catalog.js';
import { everyCatalogue } from './lib/catalogues.js';
import { table } from './lib/statistics.js';
import { offlineScore, PROPERTIES, type Property } from './lib/tdqs-changes.js';

const EXAMPLES = 5;

interface Definition {
  server: string;
  tool: ToolDef;
  siblings: string[];
}

/** How often a property broke. `step`: 1 for every definition, n for each nth. */
export function properties(folder: string, step: number): number {
  const definitions = realDefinitions(folder).filter((_, i) => i % step === 0);
  console.log(`\nOne way only, on ${definitions.length} different real definitions (changes made, broken)`);
  return PROPERTIES.reduce((broken, property) => broken + tryOn(definitions, property), 0);
}

function tryOn(definitions: readonly Definition[], { name, changes, holds }: Property): number {
  const counts = new Map<string, { made: number; broken: number }>();
  const examples: string[] = [];
  for (const { server, tool, siblings } of definitions) {
    const before = offlineScore(tool, siblings);
    for (const { kind, tool: changed } of changes(tool)) {
      const alike = changed.inputSchema === tool.inputSchema && changed.annotations === tool.annotations;
      const after = offlineScore(changed, siblings, alike ? before : undefined);
      const count = counts.get(kind) ?? { made: 0, broken: 0 };
      counts.set(kind, count);
      count.made += 1;
      if (holds(before, after)) continue;
      count.broken += 1;
      if (examples.length < EXAMPLES)
        examples.push(`    ${server} ${tool.name}, ${kind}: ${before.tdqs} → ${after.tdqs}`);
    }
  }
  const total = [...counts.values()].reduce(
    (sum, one) => ({ made: sum.made + one.made, broken: sum.broken + one.broken }),
    { made: 0, broken: 0 },
  );
  const rows = [...counts].map(([kind, { made, broken }]) => ['   ', kind, String(made), String(broken)]);
  console.log(table([[' ', name, String(total.made), String(total.broken)], ...rows]));
  if (examples.length > 0) console.log(examples.join('\n'));
  return total.broken;
}

/** Each definition once, however many catalogues have it; those without a description have no score to move. */
function realDefinitions(folder: string): Definition[] {
  const seen = new Set<string>();
  return everyCatalogue(folder).flatMap(({ server, tools }) => {
    const siblings = tools.map(({ name }) => name);
    return tools.flatMap((tool) => {
      const hash = inputHash(tool);
      if (descriptionOf(tool) === undefined || seen.has(hash)) return [];
      seen.add(hash);
      return [{ server, tool, siblings }];
    });
  });
}
