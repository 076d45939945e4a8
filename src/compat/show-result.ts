/** A result as a client passes it on: which half, which kinds of content, cut to its length. */
import type { Client, ClientResults, ShownResult, ToolAnswer } from '../types/compat.js';
import { deepJson } from '../util/deep-json.js';
import { ownValue } from '../util/plain.js';
import { textsOfContent } from './answer.js';
import { textOf, textsOf } from './input-schema.js';

const AS_SENT: ClientResults = { structured: 'beside' };

export function showResult(
  { tool, result }: ToolAnswer,
  { results = AS_SENT, facts }: Client,
  countTokens: (text: string) => number,
): ShownResult {
  const whole = chosenText(result, results);
  const text = shortened(whole, results, countTokens);
  const content = ownValue(result, 'content');
  const lostKinds = new Set(
    facts.filter(({ rule }) => rule === 'CLI-035').flatMap(({ limit }) => textsOf(limit?.kinds)),
  );
  const kinds = Array.isArray(content) ? content.map((block) => textOf(ownValue(block, 'type'))) : [];
  return {
    tool,
    text,
    characters: whole.length,
    cut: whole.length - text.length,
    lost: [...new Set(kinds.filter((kind) => lostKinds.has(kind)))],
  };
}

function chosenText(
  result: Record<string, unknown>,
  { structured: how, content: form }: ClientResults,
): string {
  const structured = ownValue(result, 'structuredContent');
  const content = ownValue(result, 'content');
  const blocks = Array.isArray(content) ? content : [];
  const plain =
    form === 'json'
      ? deepJson(blocks)
      : textsOfContent(blocks)
          .filter((text) => text !== '')
          .join('\n');
  if (structured === undefined || how === 'never') return plain;
  const json = deepJson(structured);
  if (how === 'instead' || how === 'text') return json;
  if (how === 'when empty') return blocks.length === 0 ? json : plain;
  return plain === '' ? json : `${plain}\n${json}`;
}

function shortened(text: string, results: ClientResults, countTokens: (text: string) => number): string {
  const { characters, tokens, bytes, lines, over } = results;
  const byLines = lines === undefined ? text : text.split('\n').slice(0, lines).join('\n');
  let most = characters ?? Number.POSITIVE_INFINITY;
  if (bytes !== undefined) most = Math.min(most, charactersWithin(byLines, bytes));
  if (tokens !== undefined && byLines.length > tokens) {
    const all = countTokens(byLines);
    if (all > tokens) most = Math.min(most, Math.floor((byLines.length * tokens) / all));
  }
  if (byLines.length <= most) return byLines;
  if (over !== 'middle') return byLines.slice(0, most);
  return byLines.slice(0, Math.ceil(most / 2)) + byLines.slice(byLines.length - Math.floor(most / 2));
}

function charactersWithin(text: string, bytes: number): number {
  if (Buffer.byteLength(text) <= bytes) return text.length;
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\ufffd$/, '').length;
}
