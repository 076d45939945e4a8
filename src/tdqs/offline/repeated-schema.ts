/**
 * Finds the parts of a description that are copied from the input schema: runs of three or more words that
 * stand in it in the same order, as prose or as JSON. They are cut out before anything is read, so that a
 * copy of the schema earns nothing. The sentence that a description begins with is always its own, guidance
 * before it or not.
 */
import { isSmallWord } from '../../catalog/words.js';
import { isGuidance } from './guidance.js';
import { type SchemaText, WORD, wordsOf } from './schema-text.js';

const RUN = 3;
/** Words of a first sentence that are its own; what goes on longer is read like the rest. */
const LEAD = 40;
/** Characters within which a text comes to the point. */
const LEAD_WITHIN = 2000;
/** How far a copy is followed over words that the schema has in another order. */
const SEAM = 6;
/** Characters between two words that are looked at. */
const BETWEEN = 100;
const READ = 200_000;
const READ_WORDS = 40_000;

export interface TextWithoutCopies {
  /** The text with a paragraph break in place of each copy. */
  text: string;
  /** The share of the words that were copied. */
  share: number;
}

/** `schema` is what `phrasesOf` found for this text or for a longer one that begins with it. */
export function withoutSchemaText(text: string, schema: Phrases): TextWithoutCopies {
  if (schema.runs.size === 0 && schema.short.size === 0) return { text, share: 0 };
  const words = placedWords(text);
  const copied = copiedWords(words, leadOf(text, words), schema);
  const count = copied.reduce((sum, one) => sum + one, 0);
  if (count === 0) return { text, share: 0 };
  const kept: string[] = [];
  let from = 0;
  for (const [i, { start, end: after }] of words.entries()) {
    if (copied[i] !== 1) continue;
    if (copied[i - 1] !== 1) kept.push(text.slice(from, start));
    from = after;
  }
  kept.push(text.slice(from));
  return { text: kept.join('\n\n'), share: count / words.length };
}

const SENTENCE_END = /[.!?](?=\s|$)|\n/g;

/** The places of the first word of the first sentence that is no guidance, and of the first word after it. */
function leadOf(text: string, words: readonly PlacedWord[]): readonly [number, number] {
  const ends = [...text.slice(0, LEAD_WITHIN).matchAll(SENTENCE_END)].map(({ index }) => index + 1);
  const starts = [0, ...ends].filter((at, i, all) => text.slice(at, all[i + 1]).trim() !== '');
  const begin = starts.find((at) => !isGuidance(text.slice(at, at + 60).trimStart())) ?? 0;
  const end = ends.find((at) => at > begin && text.slice(begin, at).trim() !== '') ?? text.length;
  const wordAt = (at: number): number => {
    const found = words.findIndex(({ start }) => start >= at);
    return found < 0 ? words.length : found;
  };
  return [wordAt(begin), wordAt(end)];
}

interface PlacedWord {
  word: string;
  start: number;
  end: number;
  /** The number of its sentence or line. */
  sentence: number;
}

function placedWords(text: string): PlacedWord[] {
  let [sentence, before] = [0, 0];
  return [...text.matchAll(WORD)].map((match, i) => {
    const [word, start] = [match[0], match.index];
    const between = i === 0 ? '' : text.slice(before, Math.min(start, before + BETWEEN));
    if (/[.!?]\s|\n/.test(between) || (i > 0 && beginsGuidance(text, start))) sentence += 1;
    before = start + word.length;
    return { word, start, end: before, sentence };
  });
}

/** Guidance behind a text without a full stop is none of it: "How many boats If you need the whole list, …". */
function beginsGuidance(text: string, start: number): boolean {
  const code = text.charCodeAt(start);
  return code >= CAPITAL_A && code <= CAPITAL_Z && isGuidance(text.slice(start, start + 60));
}
const CAPITAL_A = 65;
const CAPITAL_Z = 90;

/** From the first word of the lead up to `after` stands what is its own. */
function copiedWords(
  words: readonly PlacedWord[],
  [lead, after]: readonly [number, number],
  schema: Phrases,
): Uint8Array {
  const written = words.map(({ word }) => word);
  const lower = written.map((word) => word.toLowerCase());
  const sentence = words.map((word) => word.sentence);
  const copied = new Uint8Array(written.length);
  // What follows a full stop does not make a copy of what stands before it.
  const mark = (i: number, length: number): void => {
    if (sentence[i] === sentence[i + length - 1]) copied.fill(1, i, i + length);
  };
  for (const [i, run] of runsIn(lower).entries()) if (schema.runs.has(run)) mark(i, RUN);
  if (schema.short.size > 0) {
    for (let i = 0; i + 1 < written.length; i += 1) {
      if (schema.short.has(`${written[i]} ${written[i + 1]}`)) mark(i, 2);
    }
  }
  // What a tool is for has to be said, whatever a parameter says.
  copied.fill(0, lead, Math.min(after, lead + LEAD));
  // The seams of a copy: words around it that the schema also has.
  let known: ReadonlySet<string> | undefined;
  const isKnown = (word = ''): boolean => {
    known ??= schema.words();
    return known.has(word);
  };
  const spread = (from: number, step: 1 | -1, least: number): void => {
    for (let k = 1, i = from + step; k <= SEAM && i >= least; k += 1, i += step) {
      if (copied[i] !== 0 || sentence[i] !== sentence[from] || !isKnown(lower[i])) return;
      copied[i] = 2;
    }
  };
  for (let i = 0; i < copied.length; i += 1) {
    if (copied[i] !== 1) continue;
    spread(i, 1, 0);
    spread(i, -1, after);
  }
  return copied.map((one) => (one === 0 ? 0 : 1));
}

export interface Phrases {
  /** Runs of three words that the schema has too, as JSON or as the prose of its parameters. */
  runs: Set<string>;
  /** Whole descriptions of two words, as they are written. */
  short: Set<string>;
  /** Every word of the schema and of its parameters. */
  words(): ReadonlySet<string>;
}

/** Only runs of the text are kept: a schema is often longer than what is said of it. */
export function phrasesOf(text: string, { words: json, parameters }: SchemaText): Phrases {
  const [described, texts]: [string[], string[]] = [[], []];
  for (const { name, said } of parameters) {
    for (const word of wordsOf(name)) described.push(word);
    for (const word of wordsOf(said.slice(0, READ))) {
      described.push(word);
      texts.push(word);
    }
  }
  const all = [json.length > READ_WORDS ? json.slice(0, READ_WORDS) : json, described, texts];
  const phrases: Phrases = { runs: new Set(), short: new Set(), words: () => new Set(all.flat()) };
  if (json.length === 0) return phrases;
  const own = wordsOf(text);
  // Names that follow one another in the schema do so in any text about them.
  let names: Set<string> | undefined;
  for (const run of sharedRuns(own, all)) {
    names ??= new Set(parameters.flatMap(({ name }) => wordsOf(name)));
    if (isTelling(run, names)) phrases.runs.add(run.join(' '));
  }
  for (const one of parameters) {
    const words = one.said.length < 60 ? (one.said.match(WORD) ?? []) : [];
    if (words.length === 2) phrases.short.add(words.join(' '));
  }
  return phrases;
}

/** The runs of these words that one of the texts has too; most runs of a schema have a word that no text about it uses. */
function sharedRuns(own: readonly string[], texts: readonly (readonly string[])[]): string[][] {
  const known = new Set(own);
  const found: string[][] = [];
  let wanted: Set<string> | undefined;
  for (const words of texts) {
    for (let i = 0; i + RUN <= words.length; i += 1) {
      if (!known.has(words[i]!) || !known.has(words[i + 1]!) || !known.has(words[i + 2]!)) continue;
      wanted ??= new Set(runsIn(own));
      if (wanted.has(runAt(words, i))) found.push(words.slice(i, i + RUN));
    }
  }
  return found;
}

function isTelling(run: readonly string[], names: ReadonlySet<string>): boolean {
  return run.filter((word) => !isSmallWord(word)).length >= 2 && !run.every((word) => names.has(word));
}

/** The run that begins at each word. */
function runsIn(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let i = 0; i + RUN <= words.length; i += 1) runs.push(runAt(words, i));
  return runs;
}

function runAt(words: readonly string[], i: number): string {
  return `${words[i]} ${words[i + 1]} ${words[i + 2]}`;
}
