/**
 * Which format a file is, by what its entries hold, never by its name. The first entry that only one
 * format could have written decides. Where none does, a format is taken only if it alone fits them all.
 */
import { EXIT, McptestError } from '../util/errors.js';
import { isObject } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { TRACE_FORMAT_NAMES, TRACE_FORMATS, type TraceFormat } from './formats.js';
import { nearestFormat, whatIsSeen } from './nearest-format.js';

export interface FormatGuess {
  /** The format, once an entry settles it. */
  see(value: unknown): TraceFormat | undefined;
  /** The format when no more entries come; an error when there is none or more than one. */
  settle(): TraceFormat;
}

export function formatGuess(file: string): FormatGuess {
  let possible: TraceFormat[] = [...TRACE_FORMAT_NAMES];
  const seen: unknown[] = [];
  return {
    see(value) {
      if (seen.length < ENOUGH_SEEN) seen.push(value);
      if (!isObject(value)) {
        possible = [];
        return undefined;
      }
      const sure = TRACE_FORMAT_NAMES.filter((name) => TRACE_FORMATS[name].recognise(value) === 'yes');
      if (sure.length > 1) throw ambiguous(file, sure);
      possible = possible.filter((name) => TRACE_FORMATS[name].recognise(value) !== 'no');
      // Nobody asks again, and a whole document may hang on it.
      if (sure.length > 0) seen.length = 0;
      return sure[0];
    },
    settle() {
      const [only, ...others] = possible;
      if (only !== undefined && others.length === 0) return only;
      throw others.length > 0 ? ambiguous(file, possible) : unknownFormat(file, seen);
    },
  };
}

/** So many entries show what a file holds. */
const ENOUGH_SEEN = 50;

function ambiguous(file: string, fits: readonly TraceFormat[]): McptestError {
  return new McptestError({
    code: 'trace-format',
    message: `${oneLine(file)} could be any of ${fits.join(', ')}: nothing in it tells them apart`,
    hint: `Name the format with --trace-format: ${TRACE_FORMAT_NAMES.join(', ')}.`,
    exitCode: EXIT.usage,
  });
}

/** Says what was there, and which format it is most like. */
function unknownFormat(file: string, seen: readonly unknown[]): McptestError {
  const near = nearestFormat(seen);
  const like = near === undefined ? '' : `; the nearest is ${near} (${TRACE_FORMATS[near].title})`;
  const ask = near === undefined ? TRACE_FORMAT_NAMES.join(', ') : `${near}, or another of the list`;
  return new McptestError({
    code: 'trace-format',
    message: `${oneLine(file)} is in no known trace format: it holds ${whatIsSeen(seen)}${like}`,
    hint: `Name the format with --trace-format: ${ask}. See docs/real-agent-traces.md.`,
    exitCode: EXIT.usage,
  });
}

/** A format name as the user gave it. */
export function checkFormat(name: string): TraceFormat | 'auto' {
  if (name === 'auto' || Object.hasOwn(TRACE_FORMATS, name)) return name as TraceFormat | 'auto';
  throw new McptestError({
    code: 'trace-format',
    message: `there is no trace format ${oneLine(name)}`,
    hint: `The formats are auto, ${TRACE_FORMAT_NAMES.join(', ')}.`,
    exitCode: EXIT.usage,
  });
}
