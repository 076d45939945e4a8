/**
 * Spans that mcptest wrote itself → the very trace. They hold what the conventions have no word for under
 * `mcptest.`; where a part of that is missing or damaged, the spans are read like those of anybody else.
 */
import type { Trace } from '../types/trace.js';
import { isObject, ownValue } from '../util/plain.js';
import { listField, numberField, parsedArgs } from './fields.js';
import type { ImportContext } from './importer.js';
import type { GenAiSpan, SpanTree } from './otlp-spans.js';
import { readTrace } from './trace-shape.js';

/** Undefined where the spans are not ours, or not whole. */
export function ownTrace(tree: SpanTree, context: ImportContext): Trace | undefined {
  const first = tree.spans.find(
    (span) => span.attributes.has('mcptest.trace') || span.attributes.has('mcptest.call'),
  );
  if (!first) return undefined;
  const found = assemble(tree);
  if (found) return readTrace(found, first.at, [], context);
  context.warn('spans of mcptest are not whole; they are read by the conventions alone');
  return undefined;
}

function assemble(tree: SpanTree): Record<string, unknown> | undefined {
  const head = own(tree, 'mcptest.trace');
  const turns = own(tree, 'mcptest.turn');
  const calls = tree.spans.filter((span) => span.attributes.has('mcptest.call')).map(readCall);
  if (head.length > 1 || !inOrder(turns) || !inOrder(calls)) return undefined;
  const [about] = head;
  const { turns: counted, ...rest } = about?.value ?? {};
  if (counted !== undefined && counted !== turns.length) return undefined;
  return {
    ...rest,
    ...(about ? saidBy(about.span) : {}),
    calls: calls.map((call) => call?.value),
    ...(counted === undefined ? {} : { turns: turns.map((turn) => turn?.value) }),
  };
}

interface Own {
  span: GenAiSpan;
  value: Record<string, unknown>;
  index: number;
}

function own(tree: SpanTree, key: string): Own[] {
  return tree.spans.flatMap((span) => {
    const value = parsedArgs(span.attributes.get(key));
    return isObject(value) ? [{ span, value, index: numberField(value, 'index') ?? 0 }] : [];
  });
}

function readCall(span: GenAiSpan): Own | undefined {
  const value = parsedArgs(span.attributes.get('mcptest.call'));
  if (!isObject(value)) return undefined;
  const { index, result: kind, ...rest } = value;
  const text = span.attributes.get('gen_ai.tool.call.result');
  const call: Record<string, unknown> = {
    ...rest,
    args: parsedArgs(span.attributes.get('gen_ai.tool.call.arguments')),
  };
  if (kind !== undefined) call.result = kind === 'text' ? text : parsedArgs(text);
  return { span, value: call, index: typeof index === 'number' ? index : -1 };
}

/** Every one is there, and nothing else. */
function inOrder(list: (Own | undefined)[]): boolean {
  list.sort((a, b) => (a?.index ?? -1) - (b?.index ?? -1));
  return list.every((one, index) => one?.index === index);
}

function saidBy(span: GenAiSpan): Pick<Trace, 'prompt' | 'final_response'> {
  const said = (key: string): string | undefined => {
    const [message] = [parsedArgs(span.attributes.get(key))].flat();
    const [part] = listField(message, 'parts') ?? [];
    const content = ownValue(part, 'content');
    return typeof content === 'string' ? content : undefined;
  };
  const prompt = said('gen_ai.input.messages');
  const answer = said('gen_ai.output.messages');
  return {
    ...(prompt === undefined ? {} : { prompt }),
    ...(answer === undefined ? {} : { final_response: answer }),
  };
}
