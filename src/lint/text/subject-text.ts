/**
 * A definition as the rules read it: its strings raw, folded and joined, so that an order split over
 * fields is one text, and decoded. Worked out once a definition.
 */
import type { Catalog } from '../../types/catalog.js';
import { type DecodedText, decodeText, mayBeWhole, type Possible, WHOLE_TEXTS } from './decode-text.js';
import { ARGUMENT_NAME, type ModelString, type Subject, subjectsOf } from './model-strings.js';
import { type FoldedText, foldText } from './normalise-text.js';
import { expectPatterns, FIELD_BREAK, Scan, type Span } from './signals.js';
import { signsOf } from './signs.js';

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

expectPatterns([{ steps: WHOLE_TEXTS }]);

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
  const folded: Part[] = [];
  let isChanged = false;
  for (const string of all) {
    if (string.text.length < 2) continue;
    const { text, offsets } = once(memory.folded, string.text, foldText);
    isChanged ||= offsets !== undefined;
    folded.push({ string, text, offsets });
  }
  const foldedText = new PartsJoined(folded);
  const raw = isChanged ? new PartsJoined(folded.map(rawPart)) : foldedText;
  return { folded: foldedText, raw, decoded: decodeParts(folded, raw.scan, memory) };
}

function rawPart({ string }: Part): Part {
  return { string, text: string.text.replaceAll(FIELD_BREAK, ' ') };
}

/** What the joined text cannot hold, none of its parts holds: nearly always that is enough. */
function decodeParts(parts: readonly Part[], joined: Scan, memory: Memory): DecodedPiece[] {
  const possible: Possible = {
    signs: signsOf(joined.text),
    whole: WHOLE_TEXTS.some((pattern) => joined.may(pattern)) && mayBeWhole(joined.text),
  };
  const pieces: DecodedPiece[] = [];
  for (const { string } of parts) {
    if (string.role === 'pattern') continue;
    for (const { text, start, end, encoding } of once(memory.decoded, string.text, (raw) =>
      decodeText(raw, possible),
    ))
      pieces.push({ string, start, end, encoding, scan: new Scan(foldText(text).text) });
  }
  return pieces;
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

class PartsJoined implements JoinedText {
  readonly scan: Scan;
  private readonly placed: PlacedPart[] = [];

  constructor(parts: readonly Part[]) {
    let joined = '';
    for (const [i, part] of parts.entries()) {
      if (i > 0) joined += SEPARATOR;
      const start = joined.length;
      // Argument names are quoted, so that they read as names.
      const isQuoted = part.string.role === ARGUMENT_NAME;
      this.placed.push({ part, start, textStart: isQuoted ? start + 1 : start });
      joined += isQuoted ? `\`${part.text}\`` : part.text;
    }
    this.scan = new Scan(joined);
  }

  place({ start, end }: Span): Place {
    const found = partAt(this.placed, start);
    const from = rawOffset(found, start);
    return { string: found.part.string, start: from, end: Math.max(from, rawOffset(found, end)) };
  }
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
