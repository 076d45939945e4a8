/** The fields of an mcptest trace, checked one by one; an error names the pointer and the line. */
import type { ToolDef } from '../types/catalog.js';
import type { AgentView, Judgement, PresentedTool, Trace, TraceCall, TraceTurn } from '../types/trace.js';
import { clipValue, MAX_DEPTH, MAX_RESULT, measure } from '../util/clip-value.js';
import { didYouMean } from '../util/did-you-mean.js';
import { changedList, isObject, ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import type { ImportContext } from './importer.js';
import { kindOf, type Place, placeOf, shapeError } from './place.js';

type Path = readonly (string | number)[];
type Check = (value: unknown) => string | undefined;

const aString: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string');
const aBoolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const anArray: Check = (value) => (Array.isArray(value) ? undefined : 'must be an array');
const anObject: Check = (value) => (isObject(value) ? undefined : 'must be an object');
const aCount: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? undefined : 'must be a number from 0';

export function readTrace(
  value: Record<string, unknown>,
  at: Place,
  path: Path,
  context: ImportContext,
): Trace {
  const read = reader(value, at, path);
  // In the order of the envelope.
  const trace = {} as Trace;
  set(trace, 'agent', read.optional('agent', aString));
  set(trace, 'model', read.optional('model', aString));
  set(
    trace,
    'servers',
    read.list('servers', (item, where) => check(item, aString, at, where)),
  );
  trace.calls = changedList(
    read.required('calls', anArray) as unknown[],
    (call, index) => plainCall(call) ?? readCall(call, at, [...path, 'calls', index], context),
  ) as TraceCall[];
  const delegations = read.list('delegations', (item, where) => {
    const edge = reader(check(item, anObject, at, where), at, where);
    return { from: edge.required('from', aString), to: edge.required('to', aString) };
  });
  set(trace, 'delegations', delegations);
  set(trace, 'final_response', read.optional('final_response', aString));
  set(trace, 'prompt', read.optional('prompt', aString));
  set(
    trace,
    'turns',
    read.list('turns', (item, where) => readTurn(item, at, where)),
  );
  set(trace, 'tokens', readTokens(read.optional('tokens', anObject), at, [...path, 'tokens']));
  set(trace, 'cost_usd', read.optional('cost_usd', aCount));
  set(trace, 'catalog', readCatalog(read.optional('catalog', anObject), at, [...path, 'catalog']));
  const faults = read.list('faults', (item, where) => {
    const fault = reader(check(item, anObject, at, where), at, where);
    return { call: fault.required('call', aCount), kind: fault.required('kind', aString) };
  });
  set(trace, 'faults', faults);
  set(
    trace,
    'distractors',
    read.list('distractors', (item, where) => check(item, aString, at, where)),
  );
  set(trace, 'view', readView(read.optional('view', anObject), at, [...path, 'view']));
  set(
    trace,
    'judgements',
    read.list('judgements', (item, where) => readJudgement(item, at, where)),
  );
  return trace;
}

function readTurn(value: unknown, at: Place, path: Path): TraceTurn {
  const read = reader(check(value, anObject, at, path), at, path);
  const turn: TraceTurn = {};
  for (const key of ['tokens', 'input', 'output', 'cost_usd'] as const)
    set(turn, key, read.optional(key, aCount));
  set(turn, 'retries', read.optional('retries', aCount));
  set(turn, 'reasoning', read.optional('reasoning', aString));
  set(turn, 'text', read.optional('text', aString));
  set(turn, 'call', read.optional('call', aCount));
  return turn;
}

function readView(value: unknown, at: Place, path: Path): AgentView | undefined {
  if (value === undefined) return undefined;
  const read = reader(value, at, path);
  const view = { program: read.required('program', aString) } as AgentView;
  set(view, 'version', read.optional('version', aString));
  const tools = read.list('tools', (item, where) => {
    const tool = reader(check(item, anObject, at, where), at, where);
    for (const key of ['tool', 'name']) tool.required(key, aString);
    return item as PresentedTool;
  });
  set(view, 'tools', tools);
  set(
    view,
    'dropped',
    read.list('dropped', (item, where) => check(item, aString, at, where)),
  );
  return view;
}

function readJudgement(value: unknown, at: Place, path: Path): Judgement {
  const read = reader(check(value, anObject, at, path), at, path);
  const judgement = {
    metric: read.required('metric', aString),
    model: read.required('model', aString),
  } as Judgement;
  set(judgement, 'score', read.optional('score', aCount));
  set(judgement, 'reason', read.optional('reason', aString));
  set(judgement, 'problem', read.optional('problem', aString));
  return judgement;
}

/** The call itself where it has a tool, a server and arguments as most have them, and nothing more; undefined for any other. */
function plainCall(value: unknown): TraceCall | undefined {
  if (!isObject(value)) return undefined;
  let known = 0;
  // In the order of the envelope.
  for (const key in value) {
    if (key !== PLAIN_KEYS[known]) return undefined;
    known += 1;
  }
  const { tool, server, args } = value;
  const isPlain = known === 3 && typeof tool === 'string' && typeof server === 'string' && isFlat(args);
  return isPlain ? (value as unknown as TraceCall) : undefined;
}

const PLAIN_KEYS = ['tool', 'server', 'args'];

/** An object without lists and objects inside. */
function isFlat(value: unknown): boolean {
  if (!isObject(value)) return false;
  for (const key in value) if (typeof value[key] === 'object' && value[key] !== null) return false;
  return true;
}

function readCall(value: unknown, at: Place, path: Path, context: ImportContext): TraceCall {
  const read = reader(check(value, anObject, at, path), at, path);
  const args = ownValue(value, 'args');
  const call = { tool: read.required('tool', aString) as string } as TraceCall;
  // In the order of the envelope.
  set(call, 'server', read.optional('server', aString));
  call.args = args === undefined ? {} : args;
  if (isObject(value) && Object.hasOwn(value, 'result')) {
    const { size, depth } = measure(value.result);
    if (depth > MAX_DEPTH) throw shapeError(at, [...path, 'result'], `nests more than ${MAX_DEPTH} levels`);
    call.result = size > MAX_RESULT ? clipValue(value.result, MAX_RESULT) : value.result;
    if (size > MAX_RESULT) {
      context.warn(
        () =>
          `${placeOf(at, [...path, 'result'])}: the result of ${oneLine(call.tool)} holds ${size} characters; the first ${MAX_RESULT} are kept`,
      );
    }
  }
  if (measure(args).depth > MAX_DEPTH) {
    throw shapeError(at, [...path, 'args'], `nests more than ${MAX_DEPTH} levels`);
  }
  set(call, 'is_error', read.optional('is_error', aBoolean));
  set(call, 'duration_ms', read.optional('duration_ms', aCount));
  set(call, 'agent', read.optional('agent', aString));
  return call;
}

function readTokens(value: unknown, at: Place, path: Path): Trace['tokens'] {
  if (value === undefined) return undefined;
  const read = reader(value, at, path);
  const tokens: NonNullable<Trace['tokens']> = {};
  for (const key of ['input', 'output', 'total'] as const) set(tokens, key, read.optional(key, aCount));
  return tokens;
}

function readCatalog(value: unknown, at: Place, path: Path): Trace['catalog'] {
  if (!isObject(value)) return undefined;
  const catalog: Record<string, ToolDef[]> = Object.create(null);
  for (const [server, tools] of Object.entries(value)) {
    const where = [...path, server];
    check(tools, anArray, at, where);
    catalog[server] = (tools as unknown[]).map((tool, index) => {
      reader(check(tool, anObject, at, [...where, index]), at, [...where, index]).required('name', aString);
      return tool as ToolDef;
    });
  }
  return catalog;
}

function check(value: unknown, test: Check, at: Place, path: Path): unknown {
  const problem = test(value);
  if (problem !== undefined) throw shapeError(at, path, `${problem}, and is ${kindOf(value)}`);
  return value;
}

function reader(value: unknown, at: Place, path: Path) {
  return {
    required(key: string, test: Check): unknown {
      const found = ownValue(value, key);
      if (found !== undefined) return check(found, test, at, [...path, key]);
      const near = didYouMean(key, Object.keys(value as object));
      const hint = near === undefined ? undefined : `Did you mean ${key} where it says ${oneLine(near)}?`;
      throw shapeError(at, path, `${key} is missing`, hint);
    },
    optional(key: string, test: Check): unknown {
      const found = ownValue(value, key) ?? undefined;
      return found === undefined ? undefined : check(found, test, at, [...path, key]);
    },
    list<T>(key: string, each: (item: unknown, path: Path) => T): T[] | undefined {
      const found = this.optional(key, anArray) as unknown[] | undefined;
      return found?.map((item, index) => each(item, [...path, key, index]));
    },
  };
}

function set<T extends object, K extends keyof T>(target: T, key: K, value: unknown): void {
  if (value !== undefined) target[key] = value as T[K];
}
