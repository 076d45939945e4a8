/** Gemini: `POST /v1beta/models/NAME:generateContent` and `:streamGenerateContent`. Calls may have no ids. */
import { isObject, ownValue } from '../../util/plain.js';
import type { WireCall, WireFormat, WireMessage, WireTool, WireTurn } from './format.js';
import { argsOf, idAt, listAt, textAt, wordsOf } from './read-values.js';

export const gemini: WireFormat = {
  path: /\/models\/[^/]+:(generateContent|streamGenerateContent)$/,
  read: (body, path) => ({
    model: /models\/([^/:]+):/.exec(path)?.[1] ?? '',
    system: wordsOf(listAt(body.systemInstruction, 'parts')),
    tools: listAt(body, 'tools').flatMap((tool) => listAt(tool, 'functionDeclarations').map(toolOf)),
    messages: listAt(body, 'contents').flatMap(messagesOf),
    stream: path.endsWith(':streamGenerateContent'),
    schema:
      ownValue(body.generationConfig, 'responseJsonSchema') ??
      ownValue(body.generationConfig, 'responseSchema'),
  }),
  whole: answerOf,
  events: (turn) => [{ data: answerOf(turn) }],
};

function toolOf(tool: unknown): WireTool {
  const description = ownValue(tool, 'description');
  return {
    name: textAt(tool, 'name'),
    ...(typeof description === 'string' && { description }),
    schema: ownValue(tool, 'parametersJsonSchema') ?? ownValue(tool, 'parameters'),
  };
}

function messagesOf(content: unknown): WireMessage[] {
  const parts = listAt(content, 'parts').filter(isObject);
  const text = wordsOf(parts);
  if (ownValue(content, 'role') === 'model') {
    const calls = parts.flatMap(({ functionCall: call }): WireCall[] =>
      isObject(call) ? [{ ...idAt(call, 'id'), name: textAt(call, 'name'), args: argsOf(call.args) }] : [],
    );
    return [{ role: 'assistant', text, calls }];
  }
  const results = parts.flatMap(({ functionResponse: answer }) =>
    isObject(answer) ? [{ ...idAt(answer, 'id'), text: JSON.stringify(answer.response ?? {}) }] : [],
  );
  const out: WireMessage[] = results.length > 0 ? [{ role: 'tool', results }] : [];
  if (text !== '') out.push({ role: 'user', text });
  return out;
}

function answerOf({ id, model, text, calls, usage }: WireTurn) {
  const said = text || calls.length === 0 ? [{ text: text ?? '' }] : [];
  const parts = [
    ...said,
    ...calls.map((call) => ({ functionCall: { id: call.id, name: call.name, args: call.args } })),
  ];
  return {
    responseId: id,
    modelVersion: model,
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.total,
    },
  };
}
