/**
 * A trace file of any known format → traces. JSONL is read line by line; what is kept is what the
 * traces hold. Nothing is dropped in silence: it is an error with its place, or a warning.
 */
import type { Trace } from '../types/trace.js';
import { EXIT, McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject } from '../util/plain.js';
import { oneLine, plural } from '../util/text.js';
import { sourceName, type TraceSource } from './byte-lines.js';
import { delegationCycle } from './delegation-cycle.js';
import { checkFormat, formatGuess } from './detect.js';
import { TRACE_FORMATS, type TraceFormat } from './formats.js';
import type { ImportContext, TraceImporter } from './importer.js';
import { type Entry, jsonEntries } from './json-entries.js';
import { kindOf, shapeError } from './place.js';
import { splitNames } from './split-names.js';

export type { TraceSource } from './byte-lines.js';

export interface ImportedTraces {
  format: TraceFormat;
  traces: Trace[];
  warnings: string[];
}

/** Past this many entries without a sign of the format there will be none. */
const MAX_UNDECIDED = 1000;
const MAX_WARNINGS = 50;

export async function readTraces(
  source: TraceSource,
  options: { format?: TraceFormat | 'auto'; servers?: readonly string[] } = {},
): Promise<ImportedTraces> {
  const file = sourceName(source);
  const warnings = warningList();
  const asked = checkFormat(options.format ?? 'auto');
  const guess = formatGuess(file);
  const waiting: TakenEntry[] = [];
  let chosen = asked === 'auto' ? undefined : openReader(asked, warnings.add);
  let values = 0;
  const choose = (found: TraceFormat): OpenReader => {
    const reader = openReader(found, warnings.add);
    for (const entry of waiting.splice(0)) reader.take(entry);
    return reader;
  };
  for await (const entry of jsonEntries(source)) {
    if (entry.kind === 'value') values += 1;
    if (entry.kind === 'banner') {
      warnings.add(`${oneLine(file)}: ${plural(entry.lines, 'line')} before the first JSON left out`);
      continue;
    }
    if (chosen) {
      chosen.take(entry);
      continue;
    }
    waiting.push(entry);
    if (entry.kind !== 'value') continue;
    const found = guess.see(entry.value) ?? (waiting.length > MAX_UNDECIDED ? guess.settle() : undefined);
    if (found) chosen = choose(found);
  }
  if (values === 0) throw emptyError(file, 'is empty');
  const { format, finish } = chosen ?? choose(guess.settle());
  const traces = finish();
  if (traces.length === 0) throw emptyError(file, `contains no trace (read as ${format})`);
  for (const trace of traces) refuseCycle(trace, file);
  nameServers(traces, format, options.servers);
  return { format, traces, warnings: warnings.list() };
}

/** Our own traces keep every name as it is. */
export function isForeign(format: TraceFormat): boolean {
  return format !== 'mcptest';
}

function nameServers(traces: Trace[], format: TraceFormat, servers: readonly string[] = []): void {
  if (!isForeign(format)) return;
  const { join }: TraceImporter = TRACE_FORMATS[format];
  for (const trace of traces) splitNames(trace, omitUndefined({ servers, join }));
}

type TakenEntry = Exclude<Entry, { kind: 'banner' }>;

interface OpenReader {
  format: TraceFormat;
  take(entry: TakenEntry): void;
  finish(): Trace[];
}

function openReader(format: TraceFormat, warn: ImportContext['warn']): OpenReader {
  const reader = TRACE_FORMATS[format].start({ warn });
  return {
    format,
    take(entry) {
      if (entry.kind === 'cut') reader.cut();
      else if (entry.kind === 'broken') takeBroken(entry, TRACE_FORMATS[format], warn);
      else if (isObject(entry.value)) reader.add(entry.value, entry.at);
      else throw shapeError(entry.at, [], `must be an object, and is ${kindOf(entry.value)}`);
    },
    finish: () => reader.finish(),
  };
}

function takeBroken(
  { error, isLast }: Extract<Entry, { kind: 'broken' }>,
  { growing, shared }: TraceImporter,
  warn: ImportContext['warn'],
): void {
  if (isLast ? !growing : !shared) throw error;
  const why = isLast
    ? 'The last line is left out; the session may still be running.'
    : 'The line is left out; the program that wrote it was stopped.';
  warn(`${error.message}. ${why}`);
}

function refuseCycle(trace: Trace, file: string): void {
  const cycle = delegationCycle(trace.delegations ?? []);
  if (!cycle) return;
  throw new McptestError({
    code: 'delegation-cycle',
    message: `${oneLine(file)}: the agents delegate in a circle: ${cycle.map(oneLine).join(' → ')}`,
    hint: 'Give each agent of the run its own name, or leave out the delegation that closes the circle.',
    exitCode: EXIT.usage,
  });
}

function emptyError(file: string, what: string): McptestError {
  return new McptestError({
    code: 'trace-empty',
    message: `${oneLine(file)} ${what}`,
    hint: 'A trace file holds at least one run of an agent. See docs/scoring-traces.md.',
    exitCode: EXIT.usage,
  });
}

/** The first warnings in full, the rest as a count, so that a bad file cannot fill the terminal. */
function warningList() {
  const kept: string[] = [];
  let more = 0;
  return {
    add: (message: string | (() => string)): void => {
      if (kept.length < MAX_WARNINGS) kept.push(typeof message === 'string' ? message : message());
      else more += 1;
    },
    list: (): string[] => (more > 0 ? [...kept, `and ${plural(more, 'more warning')}`] : kept),
  };
}
