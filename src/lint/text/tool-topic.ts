/**
 * What a tool is about, by its name, its title, its arguments and the first sentence of its description. Whether a
 * sentence speaks of that or of something else tells a tool that reads passwords because it is a password tool from
 * one that reads them on the side.
 */
import { remembered } from '../../util/text.js';
import { ARGUMENT_NAME, type Subject } from './model-strings.js';
import type { Sentence } from './sentences.js';
import { stemOf } from './stem.js';
import { wordClass } from './word-class.js';

interface Words {
  stems: Set<string>;
  /** Classes of words, see `words/word-classes.ts`. */
  kinds: Set<string>;
}

/** One or two lists of words, each enough by itself. */
export type Topic = readonly Readonly<Words>[];

const LONGEST_NAME = 60;
const SHORTEST_WORD = 3;
const LONG_ENOUGH = new RegExp(`[a-z]{${SHORTEST_WORD},}`, 'g');
const NAMES = new Set([ARGUMENT_NAME, 'title']);

/** By names alone, without what the description says; empty where nothing has a name. */
export function topicOfNames({ name, strings }: Subject): Topic {
  const words: Words = { stems: new Set(), kinds: new Set() };
  addName(words, name);
  for (const { role, text } of strings) if (NAMES.has(role)) addName(words, text);
  return words.stems.size === 0 ? [] : [words];
}

/** With the sentence that says what the tool is for. */
export function topicWith(names: Topic, lead: Sentence | undefined): Topic {
  if (lead === undefined) return names;
  const words: Words = { stems: new Set(), kinds: new Set() };
  for (const { word, kind, forms } of lead.tokens) {
    if (word.length < SHORTEST_WORD) continue;
    words.stems.add(forms.stem);
    if (kind !== undefined) words.kinds.add(kind);
  }
  return [...names, words];
}

export function isAbout(topic: Topic, stem: string, kind: string | undefined): boolean {
  for (const { stems, kinds } of topic) {
    if (stems.has(stem) || (kind !== undefined && kinds.has(kind))) return true;
  }
  return false;
}

interface NameWord {
  stem: string;
  kind?: string;
}

/** Arguments of many tools have the same names. */
const wordsOf = remembered(5000, readWords);

function addName(into: Words, name: string): void {
  for (const { stem, kind } of wordsOf(name.slice(0, LONGEST_NAME))) {
    into.stems.add(stem);
    if (kind !== undefined) into.kinds.add(kind);
  }
}

function readWords(name: string): readonly NameWord[] {
  const apart = /[A-Z]/.test(name) ? name.replace(/([a-z])([A-Z])/g, '$1 $2') : name;
  const words = apart.toLowerCase().match(LONG_ENOUGH) ?? [];
  return words.map((word) => ({ stem: stemOf(word), kind: wordClass(word) }));
}
