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

interface Token {
  word: string;
  end: number;
  /** A heading with its colon. */
  heading: boolean;
  /** A phrase of this many words goes on behind it; 0 where a text may end with it. */
  goesOn: number;
  /** The last of its sentence or line. */
  last: boolean;
  /** A full stop follows. */
  stopped: boolean;
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
  const words = [...text.matchAll(WORD)].map((match) => {
    const word = match[0].toLowerCase();
    const end = match.index + match[0].length;
    return {
      word,
      end,
      heading: text[end] === ':' && HEADINGS.has(word),
      goesOn: /^ ?[`"'*(]?[\p{L}\p{N}]/u.test(text.slice(end, end + 4)) ? wordsBehind(word) : 0,
      stopped: /^[)"'`*_]{0,4}[.!?](?:\s|$)/.test(text.slice(end, end + 6)),
      last: /^[)"'`*_]{0,4}(?:[.!?]\s|\n)/.test(text.slice(end, end + 6)),
    };
  });
  // "Create branch" of create_branch is no "Create" with the name of a parameter behind it.
  const named = words.length === 2 && name.has(words[0]?.word ?? '') && name.has(words[1]?.word ?? '');
  // "… of a postal code (PLZ)" says what the word before it is short for.
  const isShort = words.length > 2 && SHORT_FORM.test(text.slice(-60));
  const places = (named ? [words.length] : paddingStarts(words, schema)).filter(
    (place) => !isShort || place !== words.length - 1,
  );
  const first = places[0] ?? words.length;
  return {
    readings: [...new Set(places.map((place) => toItsEnd(words, place)))]
      .slice(0, MOST_READINGS)
      .map((place) => upTo(text, words[place - 1]?.end ?? 0)),
    share: words.length === 0 ? 0 : (words.length - first) / words.length,
  };
}

/** What a sentence is about before its last words, which a parameter may have, too: "Get the price of a stock symbol." */
const SENTENCE = 3;
const OBJECT = 3;

/** A sentence that only ends with a name of the schema is read to its end. */
function toItsEnd(words: readonly Token[], place: number): number {
  const before = words.slice(Math.max(0, place - SENTENCE), place);
  if (before.length < SENTENCE || before.some(({ last }) => last)) return place;
  const rest = words.slice(place, place + OBJECT);
  const end = rest.findIndex(({ stopped }) => stopped);
  return end < 0 ? place : place + end + 1;
}

function wordsBehind(word: string): number {
  if (DETERMINING.has(word)) return Infinity;
  return JOINING.has(word) ? PHRASE - 1 : 0;
}

/** Up to the end of a word, with the marks that close it. */
function upTo(text: string, end: number): string {
  const closing = /^[.!?…)\]}"'`*_]*/.exec(text.slice(end, end + 20));
  return text.slice(0, end) + (closing?.[0] ?? '');
}

/** Ascending; the number of words is always one of them, 0 never. */
function paddingStarts(words: readonly Token[], schema: SchemaText): number[] {
  const count = words.length;
  const end = words.at(-1);
  if (end === undefined) return [];
  if (!schema.json.includes(end.word)) return [count];
  const pieces = piecesOf(schema);
  const starts = [count];
  const isStart = new Set([count]);
  let phrase = 0;
  for (const [i, { word, last }] of [...words.entries()].slice(1).reverse()) {
    phrase = last ? 1 : phrase + 1;
    if (!pieces.words.has(word) && !HEADINGS.has(word)) break;
    if (!beginsPiece(words, i, pieces, isStart)) continue;
    isStart.add(i);
    if (phrase > (words[i - 1]?.goesOn ?? 0)) starts.push(i);
  }
  return starts.reverse();
}

/** Whether from this word to one of the starts stands a heading, or a name or text of the schema. */
function beginsPiece(
  words: readonly Token[],
  at: number,
  pieces: Pieces,
  isStart: ReadonlySet<number>,
): boolean {
  if (words[at]?.heading && isStart.has(at + 1) && at + 1 < words.length) return true;
  const said = words.slice(at, at + OPENING).map(({ word }) => word);
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
