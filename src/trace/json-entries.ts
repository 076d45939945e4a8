/**
 * A trace file → its entries. An entry is a line of JSONL, an element of a document that is one array,
 * or the document itself. Lines are parsed and let go; only a document that spans lines is held whole,
 * up to a limit. A line that is itself an array is a conversation of its own, set off by cuts.
 */
import { EXIT, McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';
import { byteLines, type Line, MAX_BYTES, sourceName, type TraceSource } from './byte-lines.js';
import { brokenAt, lineColumn } from './json-place.js';
import type { Place } from './place.js';

export type Entry =
  | { kind: 'value'; value: unknown; at: Place }
  /** What comes before and after belongs to different conversations. */
  | { kind: 'cut' }
  /** What a program printed before its first JSON. */
  | { kind: 'banner'; lines: number }
  /** A line is no JSON; the last one of a file still being written, or of one cut short. */
  | { kind: 'broken'; error: McptestError; isLast: boolean };

export async function* jsonEntries(source: TraceSource): AsyncGenerator<Entry> {
  const lines = byteLines(source);
  try {
    yield* entriesOf(lines, sourceName(source));
  } finally {
    await lines.return(undefined);
  }
}

async function* entriesOf(lines: AsyncGenerator<Line>, file: string): AsyncGenerator<Entry> {
  const opening = await nextLine(lines);
  if (opening === undefined) return;
  const first = isBanner(opening.text) ? await afterBanner(opening, lines, file) : opening;
  if (first !== opening) yield { kind: 'banner', lines: first.number - opening.number };
  const parsed = parse(first.text);
  if (parsed === undefined) {
    const text = await wholeDocument(first, lines, file);
    const document = parse(text);
    if (document === undefined) throw syntaxError(file, text, 0);
    yield* documentEntries(document.value, text, file, 0);
    return;
  }
  const second = await nextLine(lines);
  if (second === undefined) {
    yield* documentEntries(parsed.value, first.text, file, first.number - 1);
    return;
  }
  yield* lineEntries(parsed.value, { file, line: first.number, path: [] });
  for (let line: Line | undefined = second; line !== undefined; ) {
    const { text, number } = line;
    const found = parse(text);
    line = await nextLine(lines);
    if (found !== undefined) yield* lineEntries(found.value, { file, line: number, path: [] });
    else yield { kind: 'broken', error: syntaxError(file, text, number - 1), isLast: line === undefined };
  }
}

const MAX_BANNER = 100;

function isBanner(text: string): boolean {
  return !/^\s*[[{]/.test(text) && parse(text) === undefined;
}

/** The first line that begins an object or a list, after a greeting or a notice of the program. */
async function afterBanner(opening: Line, lines: AsyncGenerator<Line>, file: string): Promise<Line> {
  for (let line = await nextLine(lines); line !== undefined; line = await nextLine(lines)) {
    if (line.number - opening.number > MAX_BANNER) break;
    if (!isBanner(line.text)) return line;
  }
  throw syntaxError(file, opening.text, opening.number - 1);
}

/** The next line that is not blank. */
async function nextLine(lines: AsyncGenerator<Line>): Promise<Line | undefined> {
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    if (next.value.text.trim() !== '') return next.value;
  }
  return undefined;
}

/** The text from its first line on, with line breaks in place of the blank lines before it. */
async function wholeDocument(first: Line, lines: AsyncGenerator<Line>, file: string): Promise<string> {
  const document = [...Array<string>(first.number - 1).fill(''), first.text];
  let size = first.text.length;
  for await (const { text } of lines) {
    size += text.length + 1;
    if (size > MAX_BYTES) throw documentTooLarge(file);
    document.push(text);
  }
  return document.join('\n');
}

function* lineEntries(value: unknown, at: Place): Generator<Entry> {
  if (Array.isArray(value)) yield* elements(value, at, true);
  else yield { kind: 'value', value, at };
}

function* documentEntries(value: unknown, text: string, file: string, before: number): Generator<Entry> {
  const at: Place = { file, path: [], text: '\n'.repeat(before) + text };
  if (Array.isArray(value)) yield* elements(value, at, false);
  else yield { kind: 'value', value, at };
}

function* elements(list: unknown[], at: Place, apart: boolean): Generator<Entry> {
  if (apart) yield { kind: 'cut' };
  for (const [index, value] of list.entries()) {
    const inner = { ...at, path: [...at.path, index] };
    if (Array.isArray(value) && inner.path.length === 1) yield* elements(value, inner, true);
    else yield { kind: 'value', value, at: inner };
  }
  if (apart) yield { kind: 'cut' };
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function syntaxError(file: string, text: string, linesBefore: number): McptestError {
  const offset = brokenAt(text);
  const { line, column } = lineColumn(text, offset);
  const problem = text.slice(offset).trim() === '' ? 'the JSON ends too early' : 'this is not JSON';
  return new McptestError({
    code: 'trace-syntax',
    message: `${oneLine(file)}:${line + linesBefore}:${column}: ${problem}`,
    hint: 'A trace file is one JSON document, or JSONL with one JSON value a line.',
    exitCode: EXIT.usage,
  });
}

function documentTooLarge(file: string): McptestError {
  return new McptestError({
    code: 'trace-too-large',
    message: `${oneLine(file)} is a single JSON document of more than 64 MB`,
    hint: 'Write JSONL, one trace or message a line: it is read line by line, whatever its size.',
    exitCode: EXIT.usage,
  });
}
