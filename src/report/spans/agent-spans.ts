/** An agent at work: its turns and calls in their order, and below it the agents that it handed work to. */
import type { Trace, TraceTurn } from '../../types/trace.js';
import { attributes } from './attributes.js';
import { callSpan } from './call-span.js';
import { INTERNAL, type Layout, makeSpan, type Span } from './span.js';

export function agentSpans(trace: Trace, layout: Layout): Span[] {
  const { ids } = layout;
  const start = layout.at;
  const workers = workerIds(trace, layout);
  const inner: Span[] = [];
  const turns = trace.turns ?? [];
  let turn = 0;
  const turnsBefore = (calls: number): void => {
    for (; turn < turns.length && (turns[turn]?.call ?? 0) <= calls; turn += 1)
      inner.push(turnSpan(turns[turn] ?? {}, { trace, index: turn, layout }));
  };
  for (const [index, call] of trace.calls.entries()) {
    turnsBefore(index);
    const parent = (call.agent === undefined ? undefined : workers.get(call.agent)?.id) ?? ids.agent;
    inner.push(callSpan(call, { index, parent, layout }));
  }
  turnsBefore(Number.POSITIVE_INFINITY);
  const worked = [...workers].map(([name, { id, parent }]) =>
    makeSpan({
      ids,
      id,
      parent,
      name: `invoke_agent ${name}`,
      kind: INTERNAL,
      start,
      end: layout.at,
      attributes: attributes({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name }),
    }),
  );
  return [mainSpan(trace, layout, start), ...worked, ...inner];
}

function mainSpan(trace: Trace, layout: Layout, start: bigint): Span {
  const { calls: _calls, turns, prompt, final_response, ...head } = trace;
  const said = (role: string, content: string | undefined): string | undefined =>
    content === undefined ? undefined : JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
  return makeSpan({
    ids: layout.ids,
    id: layout.ids.agent,
    parent: layout.ids.root,
    name: trace.agent === undefined ? 'invoke_agent' : `invoke_agent ${trace.agent}`,
    kind: INTERNAL,
    start,
    end: layout.at,
    attributes: attributes({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': trace.agent,
      'gen_ai.request.model': trace.model,
      'gen_ai.usage.input_tokens': trace.tokens?.input,
      'gen_ai.usage.output_tokens': trace.tokens?.output,
      'gen_ai.input.messages': said('user', prompt),
      'gen_ai.output.messages': said('assistant', final_response),
      'mcptest.trace': JSON.stringify({ ...head, ...(turns ? { turns: turns.length } : {}) }),
    }),
  });
}

function turnSpan(
  turn: TraceTurn,
  { trace, index, layout }: { trace: Trace; index: number; layout: Layout },
): Span {
  const parts = [
    ...(turn.reasoning === undefined ? [] : [{ type: 'reasoning', content: turn.reasoning }]),
    ...(turn.text === undefined ? [] : [{ type: 'text', content: turn.text }]),
  ];
  return makeSpan({
    ids: layout.ids,
    id: layout.ids.other(`turn ${index}`),
    parent: layout.ids.agent,
    name: trace.model === undefined ? 'chat' : `chat ${trace.model}`,
    kind: INTERNAL,
    start: layout.at,
    end: layout.at,
    attributes: attributes({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': trace.model,
      'gen_ai.usage.input_tokens': turn.input,
      'gen_ai.usage.output_tokens': turn.output,
      'gen_ai.output.messages': parts.length > 0 ? JSON.stringify([{ role: 'assistant', parts }]) : undefined,
      'mcptest.turn': JSON.stringify({ ...turn, index }),
    }),
  });
}

/** A span for each agent that work was handed to, below the one that did so first. */
function workerIds({ agent, delegations = [] }: Trace, { ids }: Layout) {
  const workers = new Map<string, { id: string; parent: string }>();
  for (const { from, to } of delegations) {
    if (to === agent || workers.has(to)) continue;
    workers.set(to, { id: ids.other(`agent ${to}`), parent: workers.get(from)?.id ?? ids.agent });
  }
  return workers;
}
