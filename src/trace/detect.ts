/**
 * Which format a file is, by what its entries hold, never by its name. The first entry that only one
 * format could have written decides. Where none does, a format is taken only if it alone fits them all.
 */
import { EXIT, McptestError } from '../util/errors.js';
import { isObject } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { TRACE_FORMAT_NAMES, TRACE_FORMATS, type TraceFormat } from './formats.js';

export interface FormatGuess {
  /** The format, once an entry settles it. */
  see(value: unknown): TraceFormat | undefined;
  /** The format when no more entries come; an error when there is none or more than one. */
  settle(): TraceFormat;
}

export function formatGuess(file: string): FormatGuess {
  let possible: TraceFormat[] = [...TRACE_FORMAT_NAMES];
  return {
    see(value) {
      if (!isObject(value)) {
        possible = [];
        return undefined;
      }
      const sure = TRACE_FORMAT_NAMES.filter((name) => TRACE_FORMATS[name].recognise(value) === 'yes');
      if (sure.length > 1) throw formatError(file, sure);
      possible = possible.filter((name) => TRACE_FORMATS[name].recognise(value) !== 'no');
      return sure[0];
    },
    settle() {
      const [only, ...others] = possible;
      if (only !== undefined && others.length === 0) return only;
      throw formatError(file, possible);
    },
  };
}

function formatError(file: string, fits: readonly TraceFormat[]): McptestError {
  const what =
    fits.length > 1
      ? `could be any of ${fits.join(', ')}: nothing in it tells them apart`
      : 'is in no known trace format';
  return new McptestError({
    code: 'trace-format',
    message: `${oneLine(file)} ${what}`,
    hint: `Name the format with --trace-format: ${TRACE_FORMAT_NAMES.join(', ')}.`,
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
