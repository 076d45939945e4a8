/** Messages as the inputs and outputs of a recorded model call hold them, in the shapes of several libraries. */
import { isObject, ownValue } from '../../util/plain.js';
import { listField, parsedArgs, stringField, textOf } from '../fields.js';

const ROLES: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  HumanMessage: 'user',
  AIMessage: 'assistant',
  AIMessageChunk: 'assistant',
  SystemMessage: 'system',
  ToolMessage: 'tool',
};

/** Lists may nest (LangChain sends batches), and may be JSON text. */
export function messagesIn(value: unknown, depth = 0): Record<string, unknown>[] {
  if (depth > 4) return [];
  const found = typeof value === 'string' && /^\s*[[{]/.test(value) ? parsedArgs(value) : value;
  if (Array.isArray(found)) {
    return found.flatMap((item): Record<string, unknown>[] =>
      isObject(item) ? [asMessage(item) ?? []].flat() : messagesIn(item, depth + 1),
    );
  }
  const inner = ownValue(found, 'messages');
  return inner === undefined ? [] : messagesIn(inner, depth + 1);
}

/** What the model answered. */
export function outputMessages(output: unknown): Record<string, unknown>[] {
  const found = typeof output === 'string' && /^\s*[[{]/.test(output) ? parsedArgs(output) : output;
  const choice = ownValue(listField(found, 'choices')?.[0], 'message');
  const generation = [listField(found, 'generations')?.[0]].flat()[0];
  for (const candidate of [choice, ownValue(generation, 'message'), ownValue(found, 'message'), found]) {
    const message = isObject(candidate) ? asMessage(candidate) : undefined;
    if (message) return [message];
  }
  return messagesIn(found).slice(-1);
}

/** The text of an answer that asks for no tool. */
export function answerText(output: unknown): string | undefined {
  const [message] = outputMessages(output);
  if (message) {
    const calls = listField(message, 'tool_calls') ?? [];
    return calls.length > 0 ? undefined : textOf(ownValue(message, 'content'));
  }
  if (typeof output === 'string') return output;
  return stringField(output, 'output') ?? stringField(output, 'content') ?? stringField(output, 'text');
}

/** LangChain keeps a message's class in `id` and its fields in `kwargs`, or its kind in `type`. */
function asMessage(value: Record<string, unknown>): Record<string, unknown> | undefined {
  const kwargs = ownValue(value, 'kwargs');
  const fields = isObject(kwargs) ? kwargs : value;
  const kind =
    stringField(value, 'role') ?? stringField(fields, 'type') ?? String(listField(value, 'id')?.at(-1));
  const role = ROLES[kind] ?? kind;
  if (!['user', 'assistant', 'system', 'developer', 'tool', 'function'].includes(role)) return undefined;
  if (!Object.hasOwn(fields, 'content') && !Object.hasOwn(fields, 'tool_calls')) return undefined;
  const calls = listField(fields, 'tool_calls');
  return { ...fields, role, ...(calls ? { tool_calls: calls.map(asChatCall) } : {}) };
}

/** LangChain's calls are flat. */
function asChatCall(call: unknown): unknown {
  if (!isObject(call) || isObject(call.function) || typeof call.name !== 'string') return call;
  return { id: call.id, function: { name: call.name, arguments: call.args } };
}
