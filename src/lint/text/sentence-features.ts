/**
 * What a sentence is scored by: its words, their stems and pairs of words, what the words mean (see
 * `words/word-classes.ts`) in their order and within a clause, and in which form a verb stands, which tells
 * an order ("send") from what a tool does ("sends"). Hashed into a fixed number of slots.
 */
import { CLASSES_OF_VERBS } from '../words/word-classes.js';
import type { Sentence } from './sentences.js';

export const SLOTS = 1 << 17;

/** How many meanings further on still belong together. */
const REACH = 5;
const WORD = 17;
const STEM = 211;
const MEANING = 71;
const LATER = 113;
const SAME_CLAUSE = 7;
const DONE_TO = 401;
/** How many tokens further on something may be what a verb is done to. */
const OBJECT_WITHIN = 9;

/** After these a verb is an order or a wish, as it is where a clause begins. */
const BEFORE_ORDER = new Set(
  'please kindly then and first also always never not must should to shall'.split(' '),
);

/** Called for each feature with its slot and the places of its first and last token. */
export type OnFeature = (slot: number, first: number, last: number) => void;

export function featuresOf(sentence: Sentence, onFeature: OnFeature): void {
  const { tokens } = sentence;
  let before = 0;
  for (let i = 0; i < tokens.length; i += 1) {
    const { word } = tokens[i]!;
    const hash = hashText(word, WORD);
    onFeature(slotOf(hash), i, i);
    if (word.length > 3) onFeature(slotOf(hashText(stemOf(word), STEM)), i, i);
    if (i > 0) onFeature(slotOf(mix(before, hash)), i - 1, i);
    before = hash;
  }
  emitMeanings(sentence, onFeature);
  emitForms(sentence, onFeature);
}

/** The features of a sentence for people: the words at both ends of each. */
export function nameOfFeature({ tokens }: Sentence, first: number, last: number): string {
  const [from, to] = [tokens[first]?.word ?? '', tokens[last]?.word ?? ''];
  if (first === last) return from;
  return last === first + 1 ? `${from} ${to}` : `${from} … ${to}`;
}

function emitMeanings({ tokens, clauses }: Sentence, onFeature: OnFeature): void {
  const places: number[] = [];
  const hashes: number[] = [];
  const later: number[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const kind = tokens[i]!.kind;
    if (kind === undefined) continue;
    places.push(i);
    hashes.push(hashMeaning(kind));
    later.push(hashMeaningLater(kind));
  }
  for (let at = 0; at < places.length; at += 1) {
    const first = places[at]!;
    const hash = hashes[at]!;
    onFeature(slotOf(hash), first, first);
    const last = Math.min(at + REACH, places.length - 1);
    for (let next = at + 1; next <= last; next += 1) {
      const pair = mix(hash, later[next]!);
      const to = places[next]!;
      onFeature(slotOf(pair), first, to);
      if (clauses[to] === clauses[first]) onFeature(slotOf(mix(pair, SAME_CLAUSE)), first, to);
      if (next === at + 2) onFeature(slotOf(mix(mix(hash, later[at + 1]!), later[next]!)), first, to);
    }
  }
}

/** Each verb in its form, and what it is done to in its clause. */
function emitForms(sentence: Sentence, onFeature: OnFeature): void {
  const { tokens, clauses } = sentence;
  for (let i = 0; i < tokens.length; i += 1) {
    const { kind, word } = tokens[i]!;
    if (kind === undefined || CLASSES_OF_VERBS[kind] === undefined) continue;
    const verb = hashVerb(`${kind}${formOf(word)}${roleOf(sentence, i)}`);
    onFeature(slotOf(verb), i, i);
    for (let to = i + 1; to <= i + OBJECT_WITHIN && clauses[to] === clauses[i]; to += 1) {
      const object = tokens[to]!.kind;
      if (object !== undefined) onFeature(slotOf(mix(verb, hashObject(object))), i, to);
    }
  }
}

/** `forwarded` and `forwards` say the same of a word that was seen in one form only. */
function stemOf(word: string): string {
  if (word.length < 5 || word.startsWith('<')) return word;
  return word.replace(/(?:ies|ied|ings?|ers?|ed|es|s|ly|e|y)$/, '');
}

/** `^` where a verb leads its clause or is asked for, `~` where it is the means ("by reading"). */
function roleOf({ tokens, clauses }: Sentence, at: number): string {
  const before = tokens[at - 1]?.word;
  if (before === undefined || clauses[at] !== clauses[at - 1] || BEFORE_ORDER.has(before)) return '^';
  return before === 'by' ? '~' : '';
}

function formOf(word: string): string {
  if (word.endsWith('ing')) return 'g';
  if (/ed$|^(?:sent|kept|written|made|built|told|shown|found)$/.test(word)) return 'd';
  return /[^s]s$/.test(word) ? 's' : 'b';
}

const hashMeaning = cached(MEANING);
const hashMeaningLater = cached(LATER);
const hashVerb = cached(DONE_TO);
const hashObject = cached(DONE_TO + 1);

/** There are few meanings, and each comes up again and again. */
function cached(seed: number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    let hash = known.get(text);
    if (hash === undefined) {
      hash = hashText(text, seed);
      known.set(text, hash);
    }
    return hash;
  };
}

function hashText(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

function mix(a: number, b: number): number {
  return Math.imul(a ^ (b >>> 15) ^ b, 0x85ebca6b) ^ (a >>> 13);
}

function slotOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (mixed ^ (mixed >>> 15)) & (SLOTS - 1);
}
