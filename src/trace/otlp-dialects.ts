/**
 * The GenAI conventions changed their words over time, and instrumentations have words of their own (OpenInference,
 * OpenLLMetry, the Vercel AI SDK, Pydantic AI, Langfuse, LangSmith). All become today's; the words that are there win.
 */
import { groupBy } from '../util/group-by.js';
import { isObject, ownValue } from '../util/plain.js';
import { parsedArgs } from './fields.js';
import { spokenMessages } from './otlp-messages.js';

type Attributes = Map<string, unknown>;

const OPERATION = 'gen_ai.operation.name';

/** Attribute → its value in lower case → the operation. */
const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'openinference.span.kind': { llm: 'chat', tool: 'execute_tool', agent: 'invoke_agent' },
  'traceloop.span.kind': { tool: 'execute_tool', agent: 'invoke_agent' },
  'llm.request.type': { chat: 'chat', completion: 'text_completion' },
  'langfuse.observation.type': { generation: 'chat', tool: 'execute_tool', agent: 'invoke_agent' },
  'langsmith.span.kind': { llm: 'chat', tool: 'execute_tool' },
  'ai.operationId': {
    'ai.toolcall': 'execute_tool',
    'ai.generatetext': 'invoke_agent',
    'ai.streamtext': 'invoke_agent',
    'ai.generatetext.dogenerate': 'chat',
    'ai.streamtext.dostream': 'chat',
  },
  'mcp.method.name': { 'tools/call': 'execute_tool' },
};

/** Today's word → the others, the most telling first. */
const NAMES = {
  'gen_ai.agent.name': ['agent.name', 'agent_name', 'traceloop.entity.name'],
  'gen_ai.request.model': ['llm.model_name', 'ai.model.id', 'model_name', 'llm.request.model'],
} as const;

const USAGE = {
  'gen_ai.usage.input_tokens': [
    'gen_ai.usage.prompt_tokens',
    'llm.token_count.prompt',
    'llm.usage.prompt_tokens',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
  ],
  'gen_ai.usage.output_tokens': [
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
    'llm.usage.completion_tokens',
    'ai.usage.outputTokens',
    'ai.usage.completionTokens',
  ],
} as const;

const TOOL = {
  'gen_ai.tool.name': ['tool.name', 'ai.toolCall.name', 'mcp.tool.name', 'traceloop.entity.name'],
  'gen_ai.tool.call.arguments': [
    'gen_ai.tool.arguments',
    'tool_arguments',
    'ai.toolCall.args',
    'ai.toolCall.input',
    'tool.parameters',
    'input.value',
    'traceloop.entity.input',
    'langfuse.observation.input',
    'gen_ai.prompt',
  ],
  'gen_ai.tool.call.result': [
    'gen_ai.tool.result',
    'tool_response',
    'ai.toolCall.result',
    'ai.toolCall.output',
    'output.value',
    'traceloop.entity.output',
    'langfuse.observation.output',
    'gen_ai.completion',
  ],
} as const;

/** Adds today's words to the attributes of a span. */
export function translate(attributes: Attributes, span: Record<string, unknown>): void {
  const operation = operationOf(attributes, span);
  if (operation === undefined) return;
  attributes.set(OPERATION, operation);
  fill(attributes, TOLD);
  if (operation === 'execute_tool') translateTool(attributes, span);
  else spokenMessages(attributes, span);
}

function operationOf(attributes: Attributes, span: Record<string, unknown>): string | undefined {
  const told = attributes.get(OPERATION);
  if (typeof told === 'string') return told;
  for (const [key, kinds] of Object.entries(KINDS)) {
    const found = kinds[String(attributes.get(key)).toLowerCase()];
    if (found !== undefined) return found;
  }
  // Pydantic AI, before it named its operations.
  if (attributes.has('gen_ai.tool.name')) return 'execute_tool';
  if (attributes.has('agent_name') && String(span.name).startsWith('agent run')) return 'invoke_agent';
  const asksModel = attributes.has('gen_ai.request.model') && attributes.has('gen_ai.system');
  return asksModel ? 'chat' : undefined;
}

/** Another word → today's words for it, and how many are more telling. */
type OtherWords = ReadonlyMap<string, readonly { word: string; rank: number }[]>;

function otherWords(words: Readonly<Record<string, readonly string[]>>): OtherWords {
  const all = Object.entries(words).flatMap(([word, others]) =>
    others.map((other, rank) => ({ other, word, rank })),
  );
  return groupBy(all, ({ other }) => other);
}

const TOLD = otherWords({ ...NAMES, ...USAGE });
const TOLD_BY_TOOLS = otherWords(TOOL);

/** Adds today's words where others are there: a span has few of all that there could be. */
function fill(attributes: Attributes, words: OtherWords): void {
  const best = new Map<string, { rank: number; value: unknown }>();
  for (const [other, value] of attributes) {
    if (value === undefined || value === '') continue;
    for (const { word, rank } of words.get(other) ?? NONE)
      if (!attributes.has(word) && rank < (best.get(word)?.rank ?? Infinity)) best.set(word, { rank, value });
  }
  for (const [word, { value }] of best) attributes.set(word, value);
}

const NONE: readonly { word: string; rank: number }[] = [];

function translateTool(attributes: Attributes, span: Record<string, unknown>): void {
  const isNew = !attributes.has('gen_ai.tool.call.arguments');
  const isSaid = attributes.has('gen_ai.tool.call.result');
  fill(attributes, TOLD_BY_TOOLS);
  const isNamed = typeof attributes.get('gen_ai.tool.name') === 'string';
  if (!isNamed && typeof span.name === 'string')
    attributes.set('gen_ai.tool.name', span.name.replace(/^(?:execute_tool|tools\/call) /, ''));
  if (isNew && attributes.has('traceloop.entity.input'))
    unwrap(attributes, 'gen_ai.tool.call.arguments', ['inputs', 'kwargs', 'input']);
  if (!isSaid && attributes.has('traceloop.entity.output'))
    unwrap(attributes, 'gen_ai.tool.call.result', ['output']);
}

/** OpenLLMetry wraps what went in and came out. */
function unwrap(attributes: Attributes, word: string, keys: readonly string[]): void {
  const value = parsedArgs(attributes.get(word));
  const key = isObject(value) ? keys.find((one) => Object.hasOwn(value, one)) : undefined;
  if (key !== undefined) attributes.set(word, ownValue(value, key));
}
