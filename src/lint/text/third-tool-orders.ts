/**
 * Orders about tools that are not the one whose text it is, read clause by clause: what sets it off (a call
 * of another tool), whether it is an order, and what is to be done (another call, or another argument).
 * "Call find_thread first to get the id this tool takes" is a need of its own and no such order.
 */
import { type Sentence, sentencesOf, type Token } from './sentences.js';
import type { Scan, Span } from './signals.js';

export interface ThirdToolOrder {
  what: string;
  span: Span;
}

const NO_NAMES = { self: '', tools: new Set<string>() };
/** "When using the 'x' tool": as many tokens may stand between. */
const GOVERNS = 7;
const LITERAL_WITHIN = 12;
const STRICT = new Set('must should shall always required requires mandatory'.split(' '));
const TRIGGERS = new Set('when whenever before after prior once upon during while every each'.split(' '));
const CALLS = new Set(['call', 'use']);
const CHANGES = new Set(['alter', 'drop']);
/** What a changed call gets. */
const NEW_VALUES = new Set([
  '<assign>',
  'arg',
  '<number>',
  '<mail>',
  '<url>',
  '<path>',
  '<secret-path>',
  '<system-path>',
]);

export function findThirdToolOrder(scan: Scan, mentions: readonly Span[]): ThirdToolOrder | undefined {
  if (mentions.length === 0) return undefined;
  let next = 0;
  for (const sentence of sentencesOf(scan.text, NO_NAMES)) {
    const named: number[] = [];
    while (next < mentions.length && mentions[next]!.start < sentence.end) {
      const at = sentence.tokens.findIndex(({ end }) => end > mentions[next]!.start);
      if (at !== -1) named.push(at);
      next += 1;
    }
    const what = named.length === 0 ? undefined : orderIn(sentence, named, scan.text);
    if (what !== undefined) return { what, span: { start: sentence.start, end: sentence.end } };
  }
  return undefined;
}

function orderIn(sentence: Sentence, named: readonly number[], text: string): string | undefined {
  return aroundThird(sentence, named, text) ?? withLiteral(sentence, named, text);
}

/** "Before using this tool, you must call x with 'y'": the need is its own, the value is not. */
function withLiteral(sentence: Sentence, named: readonly number[], text: string): string | undefined {
  const { tokens } = sentence;
  const order = tokens.findIndex(({ word }) => STRICT.has(word));
  if (order === -1) return undefined;
  const call = tokens.findIndex(({ kind }, at) => at > order && CALLS.has(kind ?? ''));
  const target = named.find((at) => call !== -1 && at > call && at <= call + GOVERNS);
  if (target === undefined) return undefined;
  const value = tokens.findIndex(
    (_, at) => at > target + 1 && at <= target + LITERAL_WITHIN && isQuoted(tokens[at]!, text),
  );
  return value === -1 || named.includes(value) ? undefined : 'supplies a value for the call of another tool';
}

function isQuoted({ start }: Token, text: string): boolean {
  return /["'“‘]$/.test(text.slice(Math.max(0, start - 2), start).trim());
}

function aroundThird(sentence: Sentence, named: readonly number[], text: string): string | undefined {
  const { tokens } = sentence;
  const trigger = named.find((at) => isTrigger(tokens, at));
  if (trigger === undefined) return undefined;
  const order = tokens.findIndex((_, at) => at > trigger && isOrder(sentence, at));
  if (order === -1) return undefined;
  const nameOf = (at: number) => text.slice(tokens[at]!.start, tokens[at]!.end).toLowerCase();
  for (let at = order; at < tokens.length; at += 1) {
    const kind = tokens[at]!.kind ?? '';
    const target = named.find((place) => place > at && place <= at + GOVERNS);
    if (CALLS.has(kind) && target !== undefined && nameOf(target) !== nameOf(trigger)) {
      return 'orders a call of another tool around the calls of a third';
    }
    const isChange =
      CHANGES.has(kind) && tokens.slice(at + 1).some((token) => NEW_VALUES.has(token.kind ?? ''));
    if (isChange) return "changes the arguments of another tool's calls";
  }
  return undefined;
}

/** The nearest word of time before the name, with no verb of another clause between. */
function isTrigger(tokens: readonly Token[], at: number): boolean {
  for (let back = at - 1; back >= Math.max(0, at - GOVERNS); back -= 1) {
    if (TRIGGERS.has(tokens[back]!.word)) return true;
  }
  return false;
}

/** "You must", "always", or a clause that begins with a verb. */
function isOrder({ tokens, clauses }: Sentence, at: number): boolean {
  const { kind, word } = tokens[at]!;
  if (kind === 'must' && !/^need|requir/.test(word)) return true;
  const leads = clauses[at] !== clauses[at - 1];
  return leads && (CALLS.has(kind ?? '') || CHANGES.has(kind ?? '')) && !/(?:s|ed|ing)$/.test(word);
}
