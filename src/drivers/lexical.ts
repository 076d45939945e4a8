/**
 * A driver with no model: it calls the tool whose words fit the prompt best, once, with arguments made
 * from the tool's schema, and then says that it did. Where tools must be found by a search, it searches first, for the
 * words of the prompt. The same prompt and tools always give the same call.
 */
import { createRanker, type Ranker } from '../catalog/rank.js';
import { isSmallWord, splitWords } from '../catalog/words.js';
import type { Conversation, Driver, DriverTool, TurnCall } from '../types/driver.js';
import { isObject } from '../util/plain.js';
import { builtinUsage, toolNameOf, toolsKey } from './builtin-usage.js';

const DONE = 'The tool has answered.';
const NOTHING_FITS = 'No tool fits this request.';

export function lexicalDriver(): Driver {
  return {
    model: 'lexical',
    provider: 'lexical',
    async turn(conversation, options) {
      const names = conversation.flatMap((m) => (m.role === 'assistant' ? m.turn.calls : []));
      const finder = finderOf(options.tools);
      const called = names.some(({ tool }) => tool !== finder?.name);
      const isFirst = names.length === 0;
      const call = called ? undefined : await nextCall(lastPrompt(conversation), options.tools, isFirst);
      const calls: TurnCall[] = call ? [{ id: `call_${names.length + 1}`, ...call }] : [];
      const usage = await builtinUsage(conversation, options, calls);
      if (call) return { turn: { calls, usage, finish: 'tool-calls' } };
      return { turn: { text: called ? DONE : NOTHING_FITS, calls, usage, finish: 'stop' } };
    },
  };
}

async function nextCall(
  prompt: string,
  offered: readonly DriverTool[],
  isFirst: boolean,
): Promise<Pick<TurnCall, 'tool' | 'args'> | undefined> {
  const finder = finderOf(offered);
  if (finder && isFirst) return { tool: finder.name, args: { query: queryFor(finder, prompt) } };
  // The very list where nothing is left out: it is known by itself, a new one only by its text.
  const callable = finder ? offered.filter((one) => one !== finder) : offered;
  const tool = await bestTool(prompt, callable);
  return tool && { tool: tool.name, args: await argsFor(tool) };
}

/** By the very list: every case of a test may have the same one, of thousands of tools. */
const finders = new WeakMap<readonly DriverTool[], { finder?: DriverTool }>();

function finderOf(tools: readonly DriverTool[]): DriverTool | undefined {
  const known = finders.get(tools) ?? { finder: tools.find(({ search }) => search !== undefined) };
  finders.set(tools, known);
  return known.finder;
}

/** A pattern finds what holds any of the words that say something. */
function queryFor({ search }: DriverTool, prompt: string): string {
  if (search !== 'regex') return prompt;
  return [...new Set(splitWords(prompt).filter((word) => !isSmallWord(word)))].join('|');
}

async function bestTool(prompt: string, tools: readonly DriverTool[]): Promise<DriverTool | undefined> {
  const best = (await rankerOf(tools)).rank(prompt, 1)[0];
  return best && tools[best.index];
}

/** By the text of the tools, the last few: every case of a test has the same, and an index of many tools takes its time. */
const rankers = new Map<string, Promise<Ranker>>();
const MOST_RANKERS = 4;

/** Those that ask while it is made wait for the same. */
function rankerOf(tools: readonly DriverTool[]): Promise<Ranker> {
  const key = toolsKey(tools);
  const known = rankers.get(key);
  if (known) return known;
  const ranker = makeRanker(tools);
  for (const old of [...rankers.keys()].slice(0, Math.max(0, rankers.size + 1 - MOST_RANKERS)))
    rankers.delete(old);
  rankers.set(key, ranker);
  return ranker;
}

async function makeRanker(tools: readonly DriverTool[]): Promise<Ranker> {
  const { nearWords } = await import('../catalog/near/near-words.js');
  return createRanker(
    tools.map((tool) => ({ ...tool, name: toolNameOf(tool.id) })),
    nearWords(),
  );
}

function lastPrompt(conversation: Conversation): string {
  const message = conversation.findLast((m) => m.role === 'user');
  return message?.role === 'user' ? message.text : '';
}

/** By schema: every case of a test may call the same tool. */
const suggested = new WeakMap<object, object>();

/** An object in any case: a tool takes nothing else, whatever its schema says. */
async function argsFor({ inputSchema }: DriverTool): Promise<unknown> {
  const known = isObject(inputSchema) ? suggested.get(inputSchema) : undefined;
  if (known) return known;
  const { synthesize } = await import('../json-schema/synthesize.js');
  const made = synthesize(inputSchema);
  const args = made !== undefined && isObject(made.value) ? made.value : {};
  if (isObject(inputSchema)) suggested.set(inputSchema, args);
  return args;
}
