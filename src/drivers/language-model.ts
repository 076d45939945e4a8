/**
 * Between our conversation and the language-model interface that the provider packages share. Their
 * models are called directly, one request a turn: no loop, no retries, no repair of arguments, so that
 * what the model said is what the trace holds.
 */
import type { createAnthropic } from '@ai-sdk/anthropic';
import type {
  Conversation,
  DriverTool,
  Finish,
  ReplayPart,
  ToolAnswer,
  Turn,
  TurnCall,
  TurnOptions,
  Usage,
} from '../types/driver.js';
import type { JsonObject } from '../types/json.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';
import { type ProviderSearch, searchesIn, searchPart, searchParts } from './provider-search.js';

/** The interface is the same for every provider package; one of them names it. */
export type LanguageModel = ReturnType<ReturnType<typeof createAnthropic>>;
type Request = Parameters<LanguageModel['doGenerate']>[0];
type Result = Awaited<ReturnType<LanguageModel['doGenerate']>>;
type Prompt = Request['prompt'];
type AssistantPart = Extract<Prompt[number], { role: 'assistant' }>['content'][number];
type ToolPart = Extract<Prompt[number], { role: 'tool' }>['content'][number];

/** What a provider wants beyond the common ground. */
export interface RequestSettings {
  providerOptions?: Request['providerOptions'];
  /** Sent with each tool where the provider would else change the schema. */
  strict?: boolean;
  /** Search tools of the provider's own, and what marks a tool that they find. */
  search?: ProviderSearch;
}

export function toRequest(
  conversation: Conversation,
  options: TurnOptions,
  settings: RequestSettings,
  signal: AbortSignal,
): Request {
  const prompt: Prompt = [];
  if (options.system !== undefined) prompt.push({ role: 'system', content: wellFormed(options.system) });
  for (const message of conversation) {
    if (message.role === 'user') {
      prompt.push({ role: 'user', content: [{ type: 'text', text: wellFormed(message.text) }] });
    } else if (message.role === 'assistant') {
      const content = assistantParts(message.turn);
      // Providers refuse a message without content.
      if (content.length > 0) prompt.push({ role: 'assistant', content });
    } else prompt.push({ role: 'tool', content: message.results.map(toolPart) });
  }
  const tools = requestTools(options, settings);
  return omitUndefined({
    prompt,
    abortSignal: signal,
    tools: tools.length > 0 ? tools : undefined,
    temperature: options.temperature,
    maxOutputTokens: options.max_output_tokens,
    providerOptions: settings.providerOptions,
  });
}

function requestTools({ tools, deferred = [] }: TurnOptions, { strict, search }: RequestSettings) {
  if (search === undefined) return tools.map((tool) => toTool(tool, strict));
  // All of them at any time: what was found once stays behind the search for the provider.
  return [...tools, ...deferred].map((tool) =>
    tool.search === undefined
      ? toTool(tool, strict, tool.deferred && search.deferred)
      : { type: 'provider' as const, args: {}, ...search.tools[tool.search] },
  );
}

function toTool(tool: DriverTool, strict: boolean | undefined, providerOptions?: Request['providerOptions']) {
  return omitUndefined({
    type: 'function' as const,
    name: tool.name,
    description: tool.description === undefined ? undefined : wellFormed(tool.description),
    inputSchema: parametersOf(tool.inputSchema),
    strict,
    providerOptions,
  });
}

/** The schema as the server wrote it; providers want an object that says it is one. */
export function parametersOf(schema: unknown): JsonObject {
  if (!isObject(schema)) return { type: 'object', properties: {} };
  return (Object.hasOwn(schema, 'type') ? schema : { type: 'object', ...schema }) as JsonObject;
}

function assistantParts(turn: Turn): AssistantPart[] {
  const plain: ReplayPart[] = turn.calls.map((_call, index) => ({ kind: 'call', call: index }));
  if (turn.text) plain.unshift({ kind: 'text', text: turn.text });
  return (turn.replay ?? plain).flatMap((part): AssistantPart[] => {
    const meta = part.meta && { providerOptions: part.meta as Record<string, JsonObject> };
    if (part.search !== undefined) return [searchPart(part.search)];
    if (part.kind === 'search') return [];
    if (part.kind !== 'call') return [{ type: part.kind, text: part.text ?? '', ...meta }];
    const call = turn.calls[part.call ?? -1];
    if (!call) return [];
    return [{ type: 'tool-call', toolCallId: call.id, toolName: call.tool, input: sentArgs(call), ...meta }];
  });
}

/** Providers take only objects back; what was none is shown to the model inside one. */
function sentArgs(call: TurnCall): unknown {
  return isObject(call.args) ? call.args : { unreadable_arguments: call.args };
}

function toolPart(answer: ToolAnswer): ToolPart {
  const value = wellFormed(answer.text);
  return {
    type: 'tool-result',
    toolCallId: answer.id,
    toolName: answer.tool,
    output: answer.is_error ? { type: 'error-text', value } : { type: 'text', value },
  };
}

export function toTurn(result: Result, conversation: Conversation): Turn {
  const { texts, reasoning, calls, replay } = readContent(result.content, idsOf(conversation));
  const searches = searchesIn(replay);
  const warnings = result.warnings.map(warningText);
  return omitUndefined({
    text: texts.length > 0 ? texts.join('') : undefined,
    reasoning: reasoning.length > 0 ? reasoning.join('\n') : undefined,
    calls,
    usage: usageOf(result.usage),
    finish: finishOf(result.finishReason.unified, calls.length),
    warnings: warnings.length > 0 ? warnings : undefined,
    searches: searches.length > 0 ? searches : undefined,
    replay: replay.some((part) => part.meta ?? part.search) ? replay : undefined,
  });
}

interface TurnContent {
  texts: string[];
  reasoning: string[];
  calls: TurnCall[];
  /** What the provider wants to see again. */
  replay: ReplayPart[];
}

function readContent(parts: Result['content'], taken: Set<string>): TurnContent {
  const texts: string[] = [];
  const reasoning: string[] = [];
  const calls: TurnCall[] = [];
  const replay: ReplayPart[] = [];
  for (const part of parts) {
    const meta = 'providerMetadata' in part ? (part.providerMetadata as JsonObject | undefined) : undefined;
    const kept = meta && { meta };
    if (part.type === 'text') {
      texts.push(part.text);
      replay.push({ kind: 'text', text: part.text, ...kept });
    } else if (part.type === 'reasoning') {
      if (part.text !== '') reasoning.push(part.text);
      // Reasoning without a signature is for reading only; providers do not want it back.
      if (meta) replay.push({ kind: 'reasoning', text: part.text, ...kept });
    } else if (part.type === 'tool-call' && !part.providerExecuted) {
      calls.push({ id: freshId(part.toolCallId, taken), tool: part.toolName, args: readArgs(part.input) });
      replay.push({ kind: 'call', call: calls.length - 1, ...kept });
    } else replay.push(...searchParts(part));
  }
  return { texts, reasoning, calls, replay };
}

/** An id that is missing or used before would tie a result to the wrong call. */
function freshId(id: string, taken: Set<string>): string {
  let fresh = id;
  for (let n = taken.size + 1; fresh === '' || taken.has(fresh); n += 1) fresh = `call_${n}`;
  taken.add(fresh);
  return fresh;
}

function idsOf(conversation: Conversation): Set<string> {
  const calls = conversation.flatMap((m) => (m.role === 'assistant' ? m.turn.calls : []));
  return new Set(calls.map((call) => call.id));
}

function readArgs(text: string): unknown {
  // A call without arguments comes as an empty string from some.
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function usageOf({ inputTokens, outputTokens }: Result['usage']): Usage | undefined {
  const input = inputTokens?.total;
  const output = outputTokens?.total;
  if (!isCount(input) || !isCount(output)) return undefined;
  const usage: Usage = { input, output, total: input + output };
  const cached = inputTokens.cacheRead;
  if (isCount(cached) && cached > 0) usage.cached_input = cached;
  return usage;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function finishOf(reason: Result['finishReason']['unified'], calls: number): Finish {
  if (reason === 'content-filter') return 'refusal';
  if (calls > 0 && (reason === 'stop' || reason === 'other')) return 'tool-calls';
  return reason === 'tool-calls' && calls === 0 ? 'stop' : reason;
}

function warningText(warning: Result['warnings'][number]): string {
  const text =
    'message' in warning ? warning.message : (warning.details ?? `${warning.feature} is not supported`);
  return clip(oneLine(inWordsOfSuites(text)), 300);
}

/** The library names its own options; who reads a note has only the keys of a suite to change. */
const KEYS: [option: RegExp, key: string][] = [
  [
    /Set maxOutputTokens explicitly to override this limit\./,
    'A `budget`, with a `price` for the model in `models`, sets another limit.',
  ],
  [/\(maxOutputTokens \+ thinkingBudget\)/, '(what `budget` leaves for the answer)'],
  [/\bmaxOutputTokens\b/g, 'the limit that `budget` sets'],
];

function inWordsOfSuites(text: string): string {
  return KEYS.reduce((said, [option, key]) => said.replace(option, key), text);
}

/** Half a surrogate pair is no text that a provider would take. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
