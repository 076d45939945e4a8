/** What the page shows of the catalogues in the traces: which tools were offered, and arguments that their schemas refuse. */
import { validate } from '../../json-schema/validate.js';
import type { CaseResult } from '../../types/envelope.js';
import type { TracedTools } from '../../types/reporter.js';
import type { Trace } from '../../types/trace.js';

const MOST_TOOLS = 300;
const MOST_CALLS = 5000;

/** By the place of the row; rows whose trace has no catalogue are not in it. */
export function tracedTools(results: readonly CaseResult[]): Record<number, TracedTools> {
  return Object.fromEntries(
    results.flatMap(({ trace }, at) =>
      trace?.catalog === undefined
        ? []
        : [[at, { offered: offeredOf(trace.catalog), misfits: misfitsOf(trace) }]],
    ),
  );
}

function offeredOf(catalog: NonNullable<Trace['catalog']>): string[] {
  return Object.entries(catalog)
    .flatMap(([server, tools]) => tools.map(({ name }) => `${server}.${name}`))
    .slice(0, MOST_TOOLS);
}

function misfitsOf({ calls, catalog = {} }: Trace): Record<number, string[]> {
  const out: Record<number, string[]> = {};
  for (const [at, call] of calls.slice(0, MOST_CALLS).entries()) {
    const tool = toolOf(call, catalog);
    if (tool === undefined) out[at] = ['no tool of this name was offered'];
    else {
      const said = misfit(tool.inputSchema, call.args);
      if (said.length > 0) out[at] = said;
    }
  }
  return out;
}

function toolOf({ server, tool }: Trace['calls'][number], catalog: NonNullable<Trace['catalog']>) {
  const lists = server === undefined ? Object.entries(catalog) : [[server, catalog[server] ?? []] as const];
  for (const [name, tools] of lists) {
    const found = tools.find((one) => one.name === tool || `${name}.${one.name}` === tool);
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
