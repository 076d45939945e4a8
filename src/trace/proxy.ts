/**
 * Recordings of `mcptest proxy`. A file is one run: the calls of all its recorders, servers and sessions, in the order
 * in which the agent made them. A recorder that was killed leaves a last line that is cut, or none at all.
 */
import type { Trace, TraceCall } from '../types/trace.js';
import { clipValue, MAX_DEPTH, MAX_RESULT, measure } from '../util/clip-value.js';
import { EXIT, McptestError } from '../util/errors.js';
import { ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { isWireLine, toolsOf, WIRE_VERSION, type WireExchange, WireReader } from '../wire/exchanges.js';
import type { ImportContext, TraceImporter } from './importer.js';
import { type Place, placeOf, shapeError } from './place.js';

export const proxy: TraceImporter = {
  title: 'recordings of `mcptest proxy`',
  signs: ['wire', 'session', 't', 'begin', 'from', 'message'],
  growing: true,
  shared: true,
  recognise: (value) => (Object.hasOwn(value, 'wire') && isWireLine(value) ? 'yes' : 'no'),
  start: (context) => {
    const reader = new WireReader();
    let file = '';
    return {
      add(value, at) {
        file = at.file;
        if (!isWireLine(value)) throw shapeError(at, [], 'must be a line of a recording');
        checkVersion(value.wire, at);
        reader.add(value);
      },
      cut() {},
      finish: () => [traceOf(reader, file, context)],
    };
  },
};

function checkVersion(version: number, at: Place): void {
  if (version <= WIRE_VERSION) return;
  throw new McptestError({
    code: 'trace-version',
    message: `${placeOf(at, ['wire'])}: version ${version} is newer than this mcptest, which reads version ${WIRE_VERSION}`,
    hint: 'Update mcptest.',
    exitCode: EXIT.usage,
  });
}

function traceOf(reader: WireReader, file: string, context: ImportContext): Trace {
  const made = reader.exchanges
    .filter(({ method }) => method === 'tools/call')
    .sort((a, b) => a.started - b.started);
  const trace: Trace = { calls: made.map((exchange) => callOf(exchange, file, context)) };
  const sessions = [...reader.sessions.values()];
  if (sessions.length > 0) trace.servers = [...new Set(sessions.map(({ server }) => server))];
  const faults = made.flatMap(({ fault }, call) => (fault === undefined ? [] : [{ call, kind: fault }]));
  if (faults.length > 0) trace.faults = faults;
  const catalog: NonNullable<Trace['catalog']> = Object.create(null);
  for (const session of sessions) {
    const tools = toolsOf(session, 'heard');
    if (tools !== undefined) catalog[session.server] = tools;
  }
  if (Object.keys(catalog).length > 0) trace.catalog = catalog;
  const added = sessions.flatMap(({ server, distractors }) => distractors.map((name) => `${server}.${name}`));
  if (added.length > 0) trace.distractors = [...new Set(added)];
  return trace;
}

function callOf(exchange: WireExchange, file: string, context: ImportContext): TraceCall {
  const { session, params, heard, started, ended } = exchange;
  const name = ownValue(params, 'name');
  const tool = typeof name === 'string' ? name : '';
  const args = ownValue(params, 'arguments');
  if (measure(args).depth > MAX_DEPTH)
    throw shapeError({ file, path: [] }, [], `the arguments of a call nest more than ${MAX_DEPTH} levels`);
  const call: TraceCall = { tool, server: session.server, args: args === undefined ? {} : args };
  if (heard !== undefined) {
    const isError = heard.error !== undefined || ownValue(heard.result, 'isError') === true;
    const result = heard.error === undefined ? heard.result : { error: heard.error };
    call.result = bounded(result, () => `${oneLine(file)}: the result of ${oneLine(tool)}`, context);
    call.is_error = isError;
    if (ended !== undefined) call.duration_ms = Math.max(0, Math.round((ended - started) * 1000) / 1000);
  } else if (exchange.cancelled || exchange.fault !== undefined || session.ended) {
    call.result = { error: { message: unanswered(exchange) } };
    call.is_error = true;
  }
  return call;
}

function unanswered({ cancelled, fault }: WireExchange): string {
  if (fault !== undefined) return `no answer came: the recorder had been told to inject \`${fault}\``;
  return cancelled
    ? 'the agent cancelled the call before an answer came'
    : 'the connection ended before an answer came';
}

function bounded(result: unknown, what: () => string, context: ImportContext): unknown {
  const { size, depth } = measure(result);
  if (size <= MAX_RESULT && depth <= MAX_DEPTH) return result;
  context.warn(() => `${what()} holds ${size} characters; the first ${MAX_RESULT} are kept`);
  return depth > MAX_DEPTH
    ? { error: { message: 'nested too deep to be kept' } }
    : clipValue(result, MAX_RESULT);
}
