/** Where an entry of a trace file stands, and the errors that name the place. */
import { EXIT, McptestError } from '../util/errors.js';
import { toPointer } from '../util/pointer.js';
import { oneLine } from '../util/text.js';
import { lineColumn, offsetOf } from './json-place.js';

export interface Place {
  file: string;
  /** The entry's line in JSONL. */
  line?: number;
  /** The entry's path inside its document or line. */
  path: readonly (string | number)[];
  /** The whole text of a single document, from which lines are counted. */
  text?: string;
}

/** `t.jsonl:3 /calls/0/tool`; a single document gets the line of the very value. */
export function placeOf(at: Place, path: readonly (string | number)[] = []): string {
  const full = [...at.path, ...path];
  const line = at.text === undefined ? at.line : lineColumn(at.text, offsetOf(at.text, full)).line;
  const pointer = full.length > 0 ? ` ${oneLine(toPointer(full))}` : '';
  return `${oneLine(at.file)}${line === undefined ? '' : `:${line}`}${pointer}`;
}

export function shapeError(at: Place, path: readonly (string | number)[], problem: string, hint?: string) {
  return new McptestError({
    code: 'trace-shape',
    message: `${placeOf(at, path)}: ${problem}`,
    hint,
    exitCode: EXIT.usage,
  });
}

/** What a value is, in a reader's words. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a string' : `a ${typeof value}`;
}
