/**
 * Where a description turns into the schema: from such a place to its end there is nothing but names of
 * parameters, their texts and the schema's JSON. A description is read up to each of these places and the
 * worst reading counts, so that appending schema text never scores more, however it is joined on: what was
 * there before is among the readings. Adding schema text to a text never removes a place from it.
 */
import { isObject, ownValue } from '../../util/plain.js';
import { type SchemaText, WORD, wordsOf } from './schema-text.js';

/** A piece of a schema is known by this many words; shorter ones have to stand in full. */
const OPENING = 3;
/** Readings of one description. The earliest places come first, and those do not change by adding. */
const MOST_READINGS = 8;
const HEADINGS = new Set(
  'parameters parameter params param arguments argument args arg inputs input fields options properties schema required optional'.split(
    ' ',
  ),
);

/** After these a phrase of fewer words goes on: "a boat by name." does not end at "by", whatever follows. */
const PHRASE = 4;
const JOINING = new Set('of by for with from per via and or as to in on at into between'.split(' '));
/** No text ends with one of these, however much follows: "Set a custom user agent for the browser" is not "Set a". */
const DETERMINING = new Set(
  'a an the its their your given specified specific new current existing certain each every multiple several all any this that'.split(
    ' ',
  ),
);

/** A word in brackets at the end of a sentence. */
const SHORT_FORM = /\p{L} \([\p{L}\p{N}]{2,20}\)[.!]?\s*$/u;

/** The words of a text, in lower case, and where each ends. */
interface PlacedWords {
  text: string;
  words: readonly string[];
  ends: readonly number[];
}

function placed(text: string): PlacedWords {
  const words: string[] = [];
  const ends: number[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    words.push(match[0].toLowerCase());
    ends.push(WORD.lastIndex);
  }
  return { text, words, ends };
}

function behind({ text, ends }: PlacedWords, at: number, length: number): string {
  const end = ends[at] ?? text.length;
  return text.slice(end, end + length);
}

/** A heading with its colon. */
function isHeading(all: PlacedWords, at: number): boolean {
  return HEADINGS.has(all.words[at] ?? '') && behind(all, at, 1) === ':';
}

/** A phrase of this many words goes on behind it; 0 where a text may end with it. */
function goesOn(all: PlacedWords, at: number): number {
  const word = all.words[at] ?? '';
  // "The quay to look at" is whole.
  const count = all.words[at - 2] === 'to' && JOINING.has(word) ? 0 : wordsBehind(word);
  return count > 0 && /^ ?[`"'*(]?[\p{L}\p{N}]/u.test(behind(all, at, 4)) ? count : 0;
}

/** A full stop follows. */
function isStopped(all: PlacedWords, at: number): boolean {
  return /^[)"'`*_]{0,4}[.!?](?:\s|$)/.test(behind(all, at, 6));
}

/** The last of its sentence or line. */
function isLast(all: PlacedWords, at: number): boolean {
  return /^[)"'`*_]{0,4}(?:[.!?]\s|\n)/.test(behind(all, at, 6));
}

export interface TextWithoutPadding {
  /** What is left without the padding; the text itself where there is none. The shortest comes first. */
  readings: string[];
  /** The share of its words that are padding. */
  share: number;
}

/** `name`: the words of the tool's name, which may be what its verb is done to. */
export function withoutPadding(
  text: string,
  schema: SchemaText,
  name: ReadonlySet<string> = new Set(),
): TextWithoutPadding {
  const end = endOfOwn(text, schema);
  if (end !== undefined) return { readings: [upTo(text, end)], share: 0 };
  const all = placed(text);
  const { words } = all;
  // "Create branch" of create_branch is no "Create" with the name of a parameter behind it.
  const isNamed = words[0] !== words[1] && name.has(words[0] ?? '') && name.has(words[1] ?? '');
  // "… of a postal code (PLZ)" says what the word before it is short for.
  const isShort = words.length > 2 && SHORT_FORM.test(text.slice(-60));
  const places = paddingStarts(all, schema).filter(
    (place) => !(isNamed && place === 1) && !(isShort && place === words.length - 1),
  );
  const first = places[0] ?? words.length;
  return {
    readings: [...new Set(places.map((place) => toItsEnd(all, place)))]
      .slice(0, MOST_READINGS)
      .map((place) => upTo(text, all.ends[place - 1] ?? 0)),
    share: words.length === 0 ? 0 : (words.length - first) / words.length,
  };
}

const LAST_WORD = /[\p{L}\p{N}]+(?=[^\p{L}\p{N}]*$)/u;
const TAIL = 60;

/** Where the last word ends, if the schema does not have it: then nothing of the text is padding. */
function endOfOwn(text: string, { json }: SchemaText): number | undefined {
  const from = Math.max(0, text.length - TAIL);
  const last = LAST_WORD.exec(text.slice(from));
  // A word that begins before the tail is not looked at.
  if (last === null || last.index < Math.min(2, from) || json.includes(last[0].toLowerCase()))
    return undefined;
  return from + last.index + last[0].length;
}

/** What a sentence is about before its last words, which a parameter may have, too: "Get the price of a stock symbol." */
const SENTENCE = 3;
const OBJECT = 3;

/** "Scans hulls Way of writing.": a capital behind a word without one. */
function beginsText({ text, words, ends }: PlacedWords, at: number): boolean {
  const [before, end] = [ends[at - 1] ?? 0, ends[at] ?? 0];
  return (
    /^\p{Lu}\p{Ll}/u.test(text.slice(end - (words[at] ?? '').length, end)) &&
    /\p{Ll}/u.test(text[before - 1] ?? '')
  );
}

/** A sentence that only ends with a name of the schema is read to its end; `name: …` and "name, …" are no such end. */
function toItsEnd(all: PlacedWords, place: number): number {
  if (place < SENTENCE) return place;
  for (let at = place - SENTENCE; at < place; at += 1) if (isLast(all, at)) return place;
  const most = Math.min(place + OBJECT, all.words.length);
  for (let at = place; at < most; at += 1) {
    const between = all.text.slice(all.ends[place - 1], all.ends[at]);
    if (/[^\p{L}\p{N}\s`"'_-]/u.test(between) || beginsText(all, at)) return place;
    if (isStopped(all, at)) return at + 1;
  }
  return place;
}

function wordsBehind(word: string): number {
  if (DETERMINING.has(word)) return Infinity;
  return JOINING.has(word) ? PHRASE - 1 : 0;
}

/** Up to the end of a word, with the marks that close it. */
function upTo(text: string, end: number): string {
  const closing = /^[.!?…)\]}"'`*_]*/.exec(text.slice(end, end + 20))?.[0] ?? '';
  return text.slice(0, end + closing.length);
}

/** Ascending; the number of words is always one of them, 0 never. */
function paddingStarts(all: PlacedWords, schema: SchemaText): number[] {
  const { words } = all;
  const count = words.length;
  const end = words.at(-1);
  if (end === undefined) return [];
  if (!schema.json.includes(end)) return [count];
  const pieces = piecesOf(schema);
  const starts = [count];
  const isStart = new Set([count]);
  let phrase = 0;
  for (let i = count - 1; i > 0; i -= 1) {
    const word = words[i]!;
    phrase = isLast(all, i) ? 1 : phrase + 1;
    if (!pieces.words.has(word) && !HEADINGS.has(word)) break;
    if (!beginsPiece(all, i, pieces, isStart)) continue;
    isStart.add(i);
    if (phrase > goesOn(all, i - 1)) starts.push(i);
  }
  return starts.reverse();
}

/** Whether from this word to one of the starts stands a heading, or a name or text of the schema. */
function beginsPiece(all: PlacedWords, at: number, pieces: Pieces, isStart: ReadonlySet<number>): boolean {
  const { words } = all;
  if (isStart.has(at + 1) && at + 1 < words.length && isHeading(all, at)) return true;
  const said = words.slice(at, at + OPENING);
  if (said.length === OPENING && pieces.openings.has(said.join(' '))) return true;
  return said.some((_, i) => isStart.has(at + i + 1) && pieces.short.has(said.slice(0, i + 1).join(' ')));
}

interface Pieces {
  /** Every word of the schema, as text and as JSON. */
  words: Set<string>;
  /** Names and texts of up to two words, in full. */
  short: Set<string>;
  /** The first three words of longer ones. */
  openings: Set<string>;
}

function piecesOf({ nodes, words }: SchemaText): Pieces {
  const pieces: Pieces = { words: new Set(words), short: new Set(), openings: new Set() };
  pieces.openings.add(words.slice(0, OPENING).join(' '));
  const add = (text: unknown): void => {
    if (typeof text !== 'string') return;
    const said = wordsOf(text);
    // In JSON an escaped line break sticks to the word behind it.
    for (const word of said) pieces.words.add(word);
    if (said.length >= OPENING) pieces.openings.add(said.slice(0, OPENING).join(' '));
    else if (said.length > 0) pieces.short.add(said.join(' '));
  };
  for (const { schema } of nodes) {
    if (typeof schema === 'boolean') continue;
    add(ownValue(schema, 'description'));
    add(ownValue(schema, 'title'));
    const properties = ownValue(schema, 'properties');
    if (isObject(properties)) Object.keys(properties).forEach(add);
  }
  return pieces;
}
