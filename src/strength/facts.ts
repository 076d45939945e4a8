/**
 * The words of a text that a server computed, as opposed to the words that it always says: numbers, what stands in
 * quotes, what it was asked with, and what another answer of the same tool does not say.
 */
import { formatTarget } from '../match/target.js';
import { isObject } from '../util/plain.js';
import type { TextDocument } from './documents.js';
import { textsOfAnswer } from './places-of-answer.js';
import type { Subject } from './subject.js';

const WORD = /[\p{L}\d](?:[\p{L}\d.,:'_-]*[\p{L}\d])?/gu;
const QUOTED = /"([^"\n]{1,80})"|`([^`\n]{1,80})`|\u201c([^\u201d\n]{1,80})\u201d/gu;
const MAX_FACTS = 400;

export function factsIn({ at, text }: TextDocument, { asked, siblings }: Subject): Set<string> {
  const target = formatTarget(at);
  const given = wordsOf(stringsIn(asked).join('\n'));
  const quoted = wordsOf([...text.matchAll(QUOTED)].map(([whole]) => whole).join('\n'));
  const others = siblings
    .flatMap((answer) => textsOfAnswer(answer))
    .filter((document) => formatTarget(document.at) === target)
    .map((document) => wordsOf(document.text));
  const out = new Set<string>();
  for (const word of wordsOf(text)) {
    if (out.size >= MAX_FACTS) break;
    const isFact =
      /\d/.test(word) || given.has(word) || quoted.has(word) || others.some((words) => !words.has(word));
    if (isFact && (word.length > 2 || /\d/.test(word))) out.add(word);
  }
  return out;
}

function wordsOf(text: string): Set<string> {
  return new Set([...text.matchAll(WORD)].map(([word]) => word));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}
