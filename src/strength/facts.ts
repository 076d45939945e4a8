/**
 * The words of a text that a server computed, as opposed to the words that it always says: numbers, what stands in
 * quotes, what it was asked with, and what another answer in the same words does not say. Of an error only what was
 * asked with is one: how a server words its refusals is its own affair.
 */
import { formatTarget } from '../match/target.js';
import { isObject } from '../util/plain.js';
import type { TextDocument } from './documents.js';
import { textsOfAnswer } from './places-of-answer.js';
import { isFailure, type Subject } from './subject.js';

/** Paths and addresses are one word. */
const WORD = /[\p{L}\d](?:[\p{L}\d.,:'_/\\-]*[\p{L}\d])?/gu;
const QUOTED = /"([^"\n]{1,80})"|`([^`\n]{1,80})`|\u201c([^\u201d\n]{1,80})\u201d/gu;
const MAX_FACTS = 400;
/** In a longer text, a document, what stands in quotes is wording too. */
const SHORT = 500;

export function factsIn({ at, text }: TextDocument, { answer, kind, asked, siblings }: Subject): Set<string> {
  const target = formatTarget(at);
  // The words of a URI are in a document that stands there, whatever it says.
  const isEcho = kind !== 'resource' || text.length <= SHORT;
  const given = wordsOf(isEcho ? stringsIn(asked).join('\n') : '');
  const all = wordsOf(text);
  if (isFailure(answer)) return new Set([...all].filter((word) => given.has(word)));
  const quoted = text.length > SHORT ? new Set<string>() : wordsOf(quotedIn(text));
  const others = siblings
    .flatMap((sibling) => (isFailure(sibling) ? [] : textsOfAnswer(sibling)))
    .filter((document) => formatTarget(document.at) === target)
    .map((document) => wordsOf(document.text))
    .filter((words) => isSameWording(all, words));
  const out = new Set<string>();
  for (const word of all) {
    if (out.size >= MAX_FACTS) break;
    const hasDigit = /\d/.test(word);
    const isFact =
      hasDigit || given.has(word) || quoted.has(word) || others.some((words) => !words.has(word));
    if (isFact && (word.length > 2 || hasDigit)) out.add(word);
  }
  return out;
}

function quotedIn(text: string): string {
  return [...text.matchAll(QUOTED)].map(([whole]) => whole).join('\n');
}

/** Two texts that share at least half of their words say the same of different things. */
function isSameWording(words: Set<string>, others: Set<string>): boolean {
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared * 2 >= Math.max(words.size, others.size);
}

function wordsOf(text: string): Set<string> {
  return new Set([...text.matchAll(WORD)].map(([word]) => word));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}
