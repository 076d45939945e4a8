/** OpenAI Responses: `POST /v1/responses`. Tools may stand in namespaces, and calls name theirs. */
import { isObject, ownValue } from '../../util/plain.js';
import type { WireFormat, WireMessage, WireTool, WireTurn } from './format.js';
import { argsOf, idAt, listAt, textAt, wordsOf } from './read-values.js';

export const openaiResponses: WireFormat = {
  path: /\/responses$/,
  read: (body) => {
    const { input } = body;
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : listAt(body, 'input');
    const isTold = (item: unknown) => ['system', 'developer'].includes(textAt(item, 'role'));
    return {
      model: textAt(body, 'model'),
      system: [textAt(body, 'instructions'), ...items.filter(isTold).map(wordsOf)].filter(Boolean).join('\n'),
      tools: listAt(body, 'tools').flatMap((tool) => toolsOf(tool)),
      messages: items.filter((item) => !isTold(item)).flatMap(messagesOf),
      stream: body.stream === true,
      schema: ownValue(ownValue(body.text, 'format'), 'schema'),
    };
  },
  whole: (turn) => responseOf(turn, 'completed'),
  events: (turn) => {
    const items = itemsOf(turn);
    const { output: _, ...begun } = responseOf(turn, 'in_progress');
    return [
      event('response.created', { response: { ...begun, output: [], usage: null } }),
      ...items.flatMap((item, output_index) => eventsOf(item, output_index)),
      event('response.completed', { response: responseOf(turn, 'completed') }),
    ];
  },
};

function toolsOf(tool: unknown, namespace?: string): WireTool[] {
  const type = ownValue(tool, 'type');
  const own = textAt(tool, 'namespace') || namespace;
  if (type === 'namespace') return listAt(tool, 'tools').flatMap((one) => toolsOf(one, textAt(tool, 'name')));
  if (type !== 'function') return [];
  const description = ownValue(tool, 'description');
  return [
    {
      name: textAt(tool, 'name'),
      ...(own !== undefined && { namespace: own }),
      ...(typeof description === 'string' && { description }),
      schema: ownValue(tool, 'parameters'),
    },
  ];
}

function messagesOf(item: unknown): WireMessage[] {
  if (!isObject(item)) return [];
  if (item.type === 'function_call') {
    const namespace = textAt(item, 'namespace');
    const call = { ...idAt(item, 'call_id'), name: textAt(item, 'name'), args: argsOf(item.arguments) };
    return [{ role: 'assistant', text: '', calls: [namespace === '' ? call : { ...call, namespace }] }];
  }
  if (item.type === 'function_call_output')
    return [{ role: 'tool', results: [{ ...idAt(item, 'call_id'), text: wordsOf(item.output) }] }];
  const text = wordsOf(item.content);
  if (item.role === 'assistant') return [{ role: 'assistant', text, calls: [] }];
  return item.role === 'user' ? [{ role: 'user', text }] : [];
}

function itemsOf({ id, text, calls }: WireTurn) {
  const said = {
    type: 'message' as const,
    id: `msg_${id}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: text ?? '', annotations: [] }],
  };
  const called = calls.map((call) => ({
    type: 'function_call' as const,
    id: `fc_${call.id}`,
    call_id: call.id,
    name: call.name,
    ...(call.namespace !== undefined && { namespace: call.namespace }),
    arguments: JSON.stringify(call.args),
    status: 'completed',
  }));
  return text || called.length === 0 ? [said, ...called] : called;
}

type Item = ReturnType<typeof itemsOf>[number];

function eventsOf(item: Item, output_index: number) {
  const done = event('response.output_item.done', { output_index, item });
  const { status: _, ...rest } = item;
  if (item.type === 'function_call') {
    const begun = { ...rest, arguments: '', status: 'in_progress' };
    const at = { item_id: item.id, output_index };
    return [
      event('response.output_item.added', { output_index, item: begun }),
      event('response.function_call_arguments.delta', { ...at, delta: item.arguments }),
      event('response.function_call_arguments.done', { ...at, arguments: item.arguments }),
      done,
    ];
  }
  const [part] = item.content;
  const at = { item_id: item.id, output_index, content_index: 0 };
  return [
    event('response.output_item.added', {
      output_index,
      item: { ...rest, content: [], status: 'in_progress' },
    }),
    event('response.content_part.added', { ...at, part: { ...part, text: '' } }),
    event('response.output_text.delta', { ...at, delta: part?.text }),
    event('response.output_text.done', { ...at, text: part?.text }),
    event('response.content_part.done', { ...at, part }),
    done,
  ];
}

function responseOf(turn: WireTurn, status: string) {
  const { input, output, total } = turn.usage;
  return {
    id: `resp_${turn.id}`,
    object: 'response',
    created_at: 1,
    model: turn.model,
    status,
    output: itemsOf(turn),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: total,
    },
  };
}

function event(type: string, data: object) {
  return { event: type, data: { type, ...data } };
}
