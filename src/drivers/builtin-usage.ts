/**
 * What a turn of a built-in driver costs in cl100k tokens. Over a conversation the prompt (with the system
 * prompt), the catalogue, the arguments of the calls and their results are each counted once: the first
 * turn takes in prompt and catalogue, every later one the results that came since; arguments are output.
 */
import { tokenSurface } from '../catalog/token-surface.js';
import { tokenCounter } from '../tokens/token-counter.js';
import type { Conversation, DriverTool, TurnCall, TurnOptions, Usage } from '../types/driver.js';
import { sha256 } from '../util/hash.js';

/** Catalogues are long and the same in every run: by their text, they are counted once. */
const surfaces = new Map<string, number>();
const MOST_SURFACES = 100;
const keys = new WeakMap<readonly DriverTool[], string>();

/** The same for lists of tools that say the same. */
export function toolsKey(tools: readonly DriverTool[]): string {
  const key = keys.get(tools) ?? sha256(JSON.stringify(tools));
  keys.set(tools, key);
  return key;
}

export async function builtinUsage(
  conversation: Conversation,
  options: TurnOptions,
  calls: readonly TurnCall[],
): Promise<Usage> {
  const count = await tokenCounter();
  const lastTurn = conversation.findLastIndex((message) => message.role === 'assistant');
  let input = lastTurn >= 0 ? 0 : count(options.system ?? '') + surfaceOf(options.tools, count);
  for (const message of conversation.slice(lastTurn + 1)) {
    if (message.role === 'user') input += count(message.text);
    else if (message.role === 'tool') for (const result of message.results) input += count(result.text);
  }
  const output = calls.reduce((sum, call) => sum + count(argsText(call.args)), 0);
  return { input, output, total: input + output };
}

function surfaceOf(tools: readonly DriverTool[], count: (text: string) => number): number {
  const key = toolsKey(tools);
  let total = surfaces.get(key);
  if (total === undefined) {
    const defs = tools.map((tool) => ({ ...tool, name: toolNameOf(tool.id) }));
    total = tokenSurface(defs, count).total;
    if (surfaces.size < MOST_SURFACES) surfaces.set(key, total);
  }
  return total;
}

/** The tool's own name: what follows the server in `server.tool`. */
export function toolNameOf(id: string): string {
  return id.slice(id.indexOf('.') + 1);
}

function argsText(args: unknown): string {
  return typeof args === 'string' ? args : (JSON.stringify(args) ?? '');
}
