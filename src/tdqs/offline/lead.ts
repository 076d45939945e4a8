/** Which sentence of a description says what the tool does. */
import { stem } from '../../catalog/words.js';
import { guidesToTool } from './guidance.js';
import { verbOf } from './hints/effect.js';
import { isGeneral, isPraise } from './plain-words.js';
import type { Sentence } from './reading.js';
import { isLabel } from './sentences.js';

/** The first sentence about the tool; one that has nothing but words of its names does not push another aside. */
export function leadOf(sentences: readonly Sentence[], names: ReadonlySet<string>): Sentence | undefined {
  const all = sentences.filter(
    ({ heading, said, stray, parameter }) =>
      !heading && !stray && parameter === undefined && !guidesToTool(said),
  );
  const plain = all.length > 1 && isLabel(all[0]!.text) ? all.slice(1) : all;
  const [first] = plain;
  // What is said in another script is said.
  if (first !== undefined && !/[A-Za-z]/.test(first.text)) return first;
  const isLong = (first?.terms.length ?? 0) >= LONG_LEAD;
  const lead = plain.find(
    (one) =>
      one.own &&
      ((one === first && (!isLong || saysName(one, names))) ||
        isPurpose(one.text, names) ||
        hasSubjectBeside(one.terms, names)),
  );
  const others = sentences.filter(({ heading }) => !heading);
  return lead ?? first ?? others.find(({ said }) => !guidesToTool(said)) ?? others[0];
}
const LONG_LEAD = 8;

/** Begins with some verb, and has two words of the names at least. */
function saysName({ text, terms }: Sentence, names: ReadonlySet<string>): boolean {
  return verbOf(text) !== undefined && new Set(terms.filter((term) => names.has(term))).size >= 2;
}

/** Begins with the verb of the name, and goes on as a sentence does. */
function isPurpose(text: string, names: ReadonlySet<string>): boolean {
  const verb = verbOf(text)?.verb;
  if (verb === undefined || !names.has(stem(verb))) return false;
  return /\s(?:an?|the|all|any|each|every|of|by|for|from|in|to|with|on)\s/i.test(text);
}

/** Has words of a subject of its own beside those that are known. */
export function hasSubjectBeside(terms: readonly string[], known: ReadonlySet<string>): boolean {
  return terms.some((term) => !isGeneral(term) && !known.has(term) && !isPraise(term));
}
