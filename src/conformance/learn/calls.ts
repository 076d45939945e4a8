/**
 * Calls of tools that only read, or that change nothing when called twice, with arguments made from their schema.
 * Destructive tools are never called, also not when they are allowed by name.
 */
import { safetyClass } from '../../catalog/safety-class.js';
import { synthesize } from '../../json-schema/synthesize.js';
import type { ToolDef } from '../../types/catalog.js';
import { isObject, ownValue } from '../../util/plain.js';
import { show } from '../../util/text.js';
import { NotApplicable, NotTestable } from '../check.js';
import type { Exchange } from '../wire/port.js';
import type { World } from '../world.js';
import type { Listing } from './listing.js';

const MOST_CALLS = 5;
const CALL_MS = 2000;
/** No further call is begun after this long. */
const ALL_CALLS_MS = 2000;

export interface MadeCall {
  tool: ToolDef;
  args: Record<string, unknown>;
  token: string;
  exchange: Exchange;
}

export interface CallableTool {
  tool: ToolDef;
  args: Record<string, unknown>;
}

export async function makeCalls(world: World, listing: Listing): Promise<MadeCall[]> {
  const began = performance.now();
  const made: MadeCall[] = [];
  for (const { tool, args } of callableTools(listing, world.settings.allowCalls).slice(0, MOST_CALLS)) {
    if (performance.now() - began > ALL_CALLS_MS) break;
    const token = `mcptest-progress-${made.length + 1}`;
    const params = { name: tool.name, arguments: args, _meta: { progressToken: token } };
    made.push({
      tool,
      args,
      token,
      exchange: await world.talk.ask('tools/call', params, { timeoutMs: CALL_MS }),
    });
  }
  return made;
}

/** Those with an output schema first, as more can be judged of their answers; then those with the fewest invented arguments. */
export function callableTools(listing: Listing, allowed: readonly string[] | undefined): CallableTool[] {
  if (allowed === undefined) return [];
  return (listing.items as ToolDef[])
    .filter((tool) => isCallable(tool, allowed))
    .flatMap((tool) => {
      const args = synthesize(tool.inputSchema ?? {})?.value;
      return isObject(args) ? [{ tool, args }] : [];
    })
    .sort(
      (one, two) =>
        Number(two.tool.outputSchema !== undefined) - Number(one.tool.outputSchema !== undefined) ||
        Object.keys(one.args).length - Object.keys(two.args).length,
    );
}

function isCallable(tool: ToolDef, allowed: readonly string[]): boolean {
  if (typeof tool.name !== 'string') return false;
  const danger = safetyClass(tool);
  if (danger === 'destructive') return false;
  const annotations = ownValue(tool, 'annotations');
  const repeats =
    ownValue(annotations, 'idempotentHint') === true && ownValue(annotations, 'destructiveHint') === false;
  return danger === 'read-only' || repeats || allowed.includes(tool.name);
}

/** The calls, or why there is none to judge. */
export async function callsToJudge(world: World): Promise<MadeCall[]> {
  const { items } = await world.list('tools');
  if (items.length === 0) throw new NotApplicable('the server lists no tools');
  if (world.settings.allowCalls === undefined) throw new NotApplicable('no tool was to be called');
  const calls = await world.calls();
  if (calls.length > 0) return calls;
  const absent = world.settings.allowCalls.find((name) => !items.some((tool) => tool.name === name));
  const why =
    absent === undefined
      ? 'none is marked as read-only or idempotent; allow some with --allow-calls NAME'
      : `--allow-calls names ${show(absent)}, which the server does not list`;
  throw new NotTestable(`no tool could be called: ${why}`);
}

/** Results of calls that came to an end. */
export async function callResults(
  world: World,
): Promise<{ call: MadeCall; result: Record<string, unknown> }[]> {
  const calls = await callsToJudge(world);
  const results = calls.flatMap((call) => {
    const result = ownValue(call.exchange.reply, 'result');
    return isObject(result) && ownValue(result, 'resultType') !== 'input_required' ? [{ call, result }] : [];
  });
  if (results.length > 0) return results;
  throw new NotTestable('no call was answered with a result', ...calls.map(({ exchange }) => exchange));
}
