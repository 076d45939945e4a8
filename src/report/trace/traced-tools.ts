/** What the page shows of the catalogues in the traces: which tools were offered, and arguments that their schemas refuse. */
import { validate } from '../../json-schema/validate.js';
import type { ToolDef } from '../../types/catalog.js';
import type { CaseResult } from '../../types/envelope.js';
import type { TracedTools } from '../../types/reporter.js';
import type { Trace } from '../../types/trace.js';
import { isObject, ownValue } from '../../util/plain.js';

const MOST_TOOLS = 300;
const MOST_CALLS = 5000;

/** By the place of the row; rows whose trace has no catalogue are not in it. */
export function tracedTools(results: readonly CaseResult[]): Record<number, TracedTools> {
  return Object.fromEntries(
    results.flatMap(({ trace }, at) =>
      isObject(trace?.catalog)
        ? [[at, { offered: offeredOf(trace.catalog), misfits: misfitsOf(trace, trace.catalog) }]]
        : [],
    ),
  );
}

/** A saved run may come from anybody: what is no list of tools has none. */
function toolsOf(list: unknown): ToolDef[] {
  if (!Array.isArray(list)) return [];
  return list.filter((one) => typeof ownValue(one, 'name') === 'string');
}

function offeredOf(catalog: object): string[] {
  return Object.entries(catalog)
    .flatMap(([server, tools]) => toolsOf(tools).map(({ name }) => `${server}.${name}`))
    .slice(0, MOST_TOOLS);
}

function misfitsOf({ calls }: Trace, catalog: object): Record<number, string[]> {
  const out: Record<number, string[]> = {};
  for (const [at, call] of calls.slice(0, MOST_CALLS).entries()) {
    const tool = toolOf(call, catalog);
    if (tool === undefined) out[at] = [];
    else {
      const said = misfit(tool.inputSchema, call.args);
      if (said.length > 0) out[at] = said;
    }
  }
  return out;
}

function toolOf({ server, tool }: Trace['calls'][number], catalog: object): ToolDef | undefined {
  const lists =
    server === undefined ? Object.entries(catalog) : [[server, ownValue(catalog, server)] as const];
  for (const [name, tools] of lists) {
    const found = toolsOf(tools).find((one) => one.name === tool || `${name}.${one.name}` === tool);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A schema that cannot be used says nothing about arguments. */
function misfit(schema: unknown, args: unknown): string[] {
  if (schema === undefined) return [];
  try {
    return validate(schema, args).errors.map(
      ({ pointer, message }) => `${pointer || 'the whole'} ${message}`,
    );
  } catch {
    return [];
  }
}
