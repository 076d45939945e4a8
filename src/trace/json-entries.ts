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
  /** The last line is no JSON: a file still being written, or one cut short. */
  | { kind: 'broken-tail'; error: McptestError };

export async function* jsonEntries(source: TraceSource): AsyncGenerator<Entry> {
  const file = sourceName(source);
  let held: { line: Line; value: unknown } | undefined;
  let document: string[] | undefined;
  let documentSize = 0;
  let jsonl = false;
  let broken: McptestError | undefined;
  for await (const line of byteLines(source)) {
    if (document !== undefined) {
      documentSize += line.text.length + 1;
      if (documentSize > MAX_BYTES) throw documentTooLarge(file);
      document.push(line.text);
      continue;
    }
    if (line.text.trim() === '') continue;
    if (broken !== undefined) throw broken;
    const parsed = parse(line.text);
    if (parsed !== undefined) {
      if (held !== undefined) yield* lineEntries(held.value, { file, line: held.line.number, path: [] });
      jsonl ||= held !== undefined;
      held = undefined;
      if (jsonl) yield* lineEntries(parsed.value, { file, line: line.number, path: [] });
      else held = { line, value: parsed.value };
    } else if (jsonl || held !== undefined) {
      if (held !== undefined) yield* lineEntries(held.value, { file, line: held.line.number, path: [] });
      jsonl = true;
      held = undefined;
      broken = syntaxError(file, line.text, line.number - 1);
    } else {
      document = [...Array<string>(line.number - 1).fill(''), line.text];
      documentSize = line.text.length;
    }
  }
  if (broken !== undefined) yield { kind: 'broken-tail', error: broken };
  if (held !== undefined) yield* documentEntries(held.value, held.line.text, file, held.line.number - 1);
  if (document !== undefined) {
    const text = document.join('\n');
    document = undefined;
    const parsed = parse(text);
    if (parsed === undefined) throw syntaxError(file, text, 0);
    yield* documentEntries(parsed.value, text, file, 0);
  }
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
    message: `${oneLine(file)}:${line + linesBefore}:${column}: ${problem}.`,
    hint: 'A trace file is one JSON document, or JSONL with one JSON value a line.',
    exitCode: EXIT.usage,
  });
}

function documentTooLarge(file: string): McptestError {
  return new McptestError({
    code: 'trace-too-large',
    message: `${oneLine(file)} is a single JSON document of more than 64 MB.`,
    hint: 'Write JSONL, one trace or message a line: it is read line by line, whatever its size.',
    exitCode: EXIT.usage,
  });
}
