/**
 * A driver with no model: it calls the tool whose words fit the prompt best, once, with arguments made
 * from the tool's schema, and then says that it did. The same prompt and tools always give the same call.
 */
import { createRanker, type Ranker } from '../catalog/rank.js';
import type { Conversation, Driver, DriverTool, TurnCall } from '../types/driver.js';
import { isObject } from '../util/plain.js';
import { builtinUsage, toolNameOf } from './builtin-usage.js';

const DONE = 'The tool has answered.';
const NOTHING_FITS = 'No tool fits this request.';

export function lexicalDriver(): Driver {
  const rankers = new WeakMap<readonly DriverTool[], Ranker>();
  return {
    model: 'lexical',
    provider: 'lexical',
    async turn(conversation, options) {
      const called = conversation.some((m) => m.role === 'assistant' && m.turn.calls.length > 0);
      const tool = called ? undefined : await bestTool(lastPrompt(conversation), options.tools, rankers);
      const calls: TurnCall[] = tool ? [{ id: 'call_1', tool: tool.name, args: await argsFor(tool) }] : [];
      const usage = await builtinUsage(conversation, options, calls);
      if (tool) return { turn: { calls, usage, finish: 'tool-calls' } };
      return { turn: { text: called ? DONE : NOTHING_FITS, calls, usage, finish: 'stop' } };
    },
  };
}

async function bestTool(
  prompt: string,
  tools: readonly DriverTool[],
  rankers: WeakMap<readonly DriverTool[], Ranker>,
): Promise<DriverTool | undefined> {
  let ranker = rankers.get(tools);
  if (!ranker) {
    const { nearWords } = await import('../catalog/near/near-words.js');
    ranker = createRanker(
      tools.map((tool) => ({ ...tool, name: toolNameOf(tool.id) })),
      nearWords(),
    );
    rankers.set(tools, ranker);
  }
  const best = ranker.rank(prompt, 1)[0];
  return best && tools[best.index];
}

function lastPrompt(conversation: Conversation): string {
  const message = conversation.findLast((m) => m.role === 'user');
  return message?.role === 'user' ? message.text : '';
}

/** An object in any case: a tool takes nothing else, whatever its schema says. */
async function argsFor(tool: DriverTool): Promise<unknown> {
  const { synthesize } = await import('../json-schema/synthesize.js');
  const made = synthesize(tool.inputSchema);
  return made !== undefined && isObject(made.value) ? made.value : {};
}
