/**
 * What a turn of a built-in driver costs in cl100k tokens. Over a conversation the prompt (with the system
 * prompt), the catalogue, the arguments of the calls and their results are each counted once: the first
 * turn takes in prompt and catalogue, every later one the results that came since; arguments are output.
 */
import { tokenSurface } from '../catalog/token-surface.js';
import { tokenCounter } from '../tokens/token-counter.js';
import type { Conversation, DriverTool, TurnCall, TurnOptions, Usage } from '../types/driver.js';

/** Catalogues are long and the same in every run; the tools' list is counted once. */
const surfaces = new WeakMap<readonly DriverTool[], number>();

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
  let total = surfaces.get(tools);
  if (total === undefined) {
    const defs = tools.map((tool) => ({ ...tool, name: toolNameOf(tool.id) }));
    total = tokenSurface(defs, count).total;
    surfaces.set(tools, total);
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
