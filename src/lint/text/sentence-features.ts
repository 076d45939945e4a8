/**
 * What a sentence is scored by: its words, their stems and pairs of words, what the words mean (see
 * `words/word-classes.ts`) in their order and within a clause, in which form a verb stands, which tells an order
 * ("send") from what a tool does ("sends"), who does it and where it goes, and whether it is what the tool is about.
 */
import { CLASSES_OF_VERBS } from '../words/word-classes.js';
import { emitClauses } from './clause-features.js';
import { cachedHash, hashOn, mix, type OnFeature, slotOf } from './feature-hash.js';
import { emitPurpose, type Setting } from './purpose-features.js';
import type { Sentence } from './sentences.js';

/** How many meanings further on still belong together. */
const REACH = 5;
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

/** A sentence and where it stands. */
export interface PlacedSentence {
  sentence: Sentence;
  setting: Setting;
}

export function featuresOf({ sentence, setting }: PlacedSentence, onFeature: OnFeature): void {
  const { tokens } = sentence;
  let before = 0;
  for (let i = 0; i < tokens.length; i += 1) {
    const { word, forms } = tokens[i]!;
    const { wordHash, stemHash } = forms;
    onFeature(slotOf(wordHash), i, i);
    if (word.length > 3) onFeature(slotOf(stemHash), i, i);
    if (i > 0) onFeature(slotOf(mix(before, wordHash)), i - 1, i);
    before = wordHash;
  }
  emitMeanings(sentence, onFeature);
  emitForms(sentence, onFeature);
  emitClauses(sentence, onFeature);
  emitPurpose(sentence, setting, onFeature);
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
    const { kind, forms } = tokens[i]!;
    if (kind === undefined || CLASSES_OF_VERBS[kind] === undefined) continue;
    const verb = hashOn(hashOn(hashVerb(kind), forms.verb), roleOf(sentence, i));
    onFeature(slotOf(verb), i, i);
    for (let to = i + 1; to <= i + OBJECT_WITHIN && clauses[to] === clauses[i]; to += 1) {
      const object = tokens[to]!.kind;
      if (object !== undefined) onFeature(slotOf(mix(verb, hashObject(object))), i, to);
    }
  }
}

/** `^` where a verb leads its clause or is asked for, `~` where it is the means ("by reading"). */
function roleOf({ tokens, clauses }: Sentence, at: number): string {
  const before = tokens[at - 1]?.word;
  if (before === undefined || clauses[at] !== clauses[at - 1] || BEFORE_ORDER.has(before)) return '^';
  return before === 'by' ? '~' : '';
}

const hashMeaning = cachedHash(MEANING);
const hashMeaningLater = cachedHash(LATER);
const hashVerb = cachedHash(DONE_TO);
const hashObject = cachedHash(DONE_TO + 1);
