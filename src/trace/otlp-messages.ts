/** What a model was asked and said, in the ways that spans recorded it before `gen_ai.input.messages`. */
import { isObject, ownValue } from '../util/plain.js';
import { listField, parsedArgs, stringField } from './fields.js';

interface Spoken {
  role: string;
  content: string;
}

const INPUT = 'gen_ai.input.messages';
const OUTPUT = 'gen_ai.output.messages';

/** Fills in the messages that are not there under today's names. */
export function spokenMessages(attributes: Map<string, unknown>, span: Record<string, unknown>): void {
  const events = eventMessages(span);
  const asked = [
    () => numbered(attributes, 'gen_ai.prompt', ''),
    () => numbered(attributes, 'llm.input_messages', 'message.'),
    () => messagesIn(attributes.get('ai.prompt.messages')),
    () => messagesIn(attributes.get('ai.prompt')),
    () => messagesIn(attributes.get('gen_ai.prompt')),
    () => messagesIn(attributes.get('langfuse.observation.input')),
    () => events.filter(({ role }) => role !== 'assistant'),
  ];
  const said = [
    () => numbered(attributes, 'gen_ai.completion', ''),
    () => numbered(attributes, 'llm.output_messages', 'message.'),
    () => plain(attributes.get('ai.response.text')),
    () => messagesIn(attributes.get('gen_ai.completion')),
    () => messagesIn(attributes.get('langfuse.observation.output')),
    () => events.filter(({ role }) => role === 'assistant'),
  ];
  put(attributes, INPUT, asked);
  put(attributes, OUTPUT, said);
}

function put(attributes: Map<string, unknown>, word: string, ways: readonly (() => Spoken[])[]): void {
  if (attributes.has(word)) return;
  for (const way of ways) {
    const found = way();
    if (found.length === 0) continue;
    attributes.set(word, found);
    return;
  }
}

/** `prefix.0.role`, `prefix.0.content`, `prefix.1.role` … */
function numbered(attributes: Map<string, unknown>, prefix: string, inner: string): Spoken[] {
  const found: Spoken[] = [];
  for (let index = 0; ; index += 1) {
    const role = attributes.get(`${prefix}.${index}.${inner}role`);
    const content = attributes.get(`${prefix}.${index}.${inner}content`);
    if (role === undefined && content === undefined) return found;
    const isText = typeof content === 'string' && content !== '';
    if (isText) found.push({ role: String(role ?? 'assistant'), content });
  }
}

function plain(text: unknown): Spoken[] {
  return typeof text === 'string' && text !== '' ? [{ role: 'assistant', content: text }] : [];
}

function messagesIn(value: unknown): Spoken[] {
  const found = parsedArgs(value);
  const list = Array.isArray(found) ? found : (listField(found, 'messages') ?? [found]);
  return list.filter(isObject).flatMap((message) => {
    const role = stringField(message, 'role');
    const content = stringField(message, 'content');
    return role === undefined || content === undefined ? [] : [{ role, content }];
  });
}

/** One event for each message: `gen_ai.user.message` and `gen_ai.choice`. */
function eventMessages(span: Record<string, unknown>): Spoken[] {
  return (listField(span, 'events') ?? []).flatMap((event) => {
    const name = stringField(event, 'name') ?? '';
    const [, role] = /^gen_ai\.(user|assistant)\.message$/.exec(name) ?? [];
    if (role !== undefined) return spoken(role, attributeOf(event, 'content'));
    if (name !== 'gen_ai.choice') return [];
    const message = parsedArgs(attributeOf(event, 'message'));
    return spoken('assistant', ownValue(message, 'content') ?? attributeOf(event, 'content') ?? message);
  });
}

function spoken(role: string, content: unknown): Spoken[] {
  return typeof content === 'string' && content !== '' ? [{ role, content }] : [];
}

function attributeOf(event: unknown, key: string): unknown {
  const attribute = (listField(event, 'attributes') ?? []).find((one) => stringField(one, 'key') === key);
  return ownValue(ownValue(attribute, 'value'), 'stringValue');
}
