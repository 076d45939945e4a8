/**
 * A definition as the rules read it: its strings raw, folded and joined, so that an order split over
 * fields is one text, and decoded. Worked out once a definition.
 */
import type { Catalog } from '../../types/catalog.js';
import { type DecodedText, decodeText } from './decode-text.js';
import { ARGUMENT_NAME, type ModelString, type Subject, subjectsOf } from './model-strings.js';
import { type FoldedText, foldText } from './normalise-text.js';
import { FIELD_BREAK, type Scan, type Span, scanText } from './signals.js';

/** A place in a raw string of the definition. */
export interface Place {
  string: ModelString;
  start: number;
  end: number;
}

export interface JoinedText {
  scan: Scan;
  /** Raw place of a span; one that crosses fields is cut to the field where it starts. */
  place(span: Span): Place;
}

export interface DecodedPiece extends Place {
  encoding: DecodedText['encoding'];
  scan: Scan;
}

export interface SubjectText {
  subject: Subject;
  raw: JoinedText;
  folded: JoinedText;
  decoded: DecodedPiece[];
}

const SEPARATOR = ` ${FIELD_BREAK} `;
const known = new WeakMap<Catalog, SubjectText[]>();

export function textsOf(catalog: Catalog): SubjectText[] {
  const before = known.get(catalog);
  if (before !== undefined) return before;
  const read = new Map<ModelString[], Omit<SubjectText, 'subject'>>();
  const memory: Memory = { folded: new Map(), decoded: new Map() };
  const texts = subjectsOf(catalog).map((subject) => {
    const parts = read.get(subject.strings) ?? readStrings(subject.strings, memory);
    read.set(subject.strings, parts);
    return { subject, ...parts };
  });
  known.set(catalog, texts);
  return texts;
}

/** Once its rules are done, what was worked out for a catalogue only takes room. */
export function forgetTexts(catalog: Catalog): void {
  known.delete(catalog);
}

/** Servers repeat long texts; each is worked on once. */
interface Memory {
  folded: Map<string, FoldedText>;
  decoded: Map<string, DecodedText[]>;
}

const LONG = 200;

function once<T>(memory: Map<string, T>, text: string, work: (text: string) => T): T {
  if (text.length < LONG) return work(text);
  const before = memory.get(text) ?? work(text);
  memory.set(text, before);
  return before;
}

function readStrings(all: ModelString[], memory: Memory): Omit<SubjectText, 'subject'> {
  const strings = all.filter(({ text }) => text.length > 1);
  const folded = strings.map((string) => ({ string, ...once(memory.folded, string.text, foldText) }));
  const changed = folded.some(({ offsets }) => offsets !== undefined);
  const foldedText = join(folded);
  return {
    folded: foldedText,
    raw: changed
      ? join(strings.map((string) => ({ string, text: string.text.replaceAll(FIELD_BREAK, ' ') })))
      : foldedText,
    decoded: strings.flatMap((string) => decodeString(string, memory)),
  };
}

function decodeString(string: ModelString, memory: Memory): DecodedPiece[] {
  if (string.role === 'pattern') return [];
  return once(memory.decoded, string.text, decodeText).map(({ text, start, end, encoding }) => ({
    string,
    start,
    end,
    encoding,
    scan: scanText(foldText(text).text),
  }));
}

interface Part {
  string: ModelString;
  text: string;
  /** Raw offset of each character; absent when nothing moved. */
  offsets?: Uint32Array;
}

/** A part in the joined text, with quotes around it or without. */
interface PlacedPart {
  part: Part;
  start: number;
  textStart: number;
}

function join(parts: Part[]): JoinedText {
  const placed: PlacedPart[] = [];
  let length = 0;
  const texts: string[] = [];
  for (const part of parts) {
    // Argument names are quoted, so that they read as names.
    const quote = part.string.role === ARGUMENT_NAME ? '`' : '';
    const shown = quote === '' ? part.text : `${quote}${part.text}${quote}`;
    placed.push({ part, start: length, textStart: length + quote.length });
    texts.push(shown);
    length += shown.length + SEPARATOR.length;
  }
  return {
    scan: scanText(texts.join(SEPARATOR)),
    place({ start, end }) {
      const found = partAt(placed, start);
      const from = rawOffset(found, start);
      return { string: found.part.string, start: from, end: Math.max(from, rawOffset(found, end)) };
    },
  };
}

/** The last part that begins at or before the offset. */
function partAt(parts: readonly PlacedPart[], offset: number): PlacedPart {
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((parts[middle] as PlacedPart).start <= offset) low = middle;
    else high = middle - 1;
  }
  return parts[low] as PlacedPart;
}

function rawOffset({ part, textStart }: PlacedPart, offset: number): number {
  const { string, text, offsets } = part;
  const at = Math.max(0, Math.min(offset - textStart, text.length));
  return offsets === undefined ? at : (offsets[at] ?? string.text.length);
}
