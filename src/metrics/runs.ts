/**
 * The traces of a test's runs, read for measuring. A trace comes from anywhere, so nothing about its
 * shape is trusted: what is not there reads as empty, and nothing here throws.
 */
import type { ToolDef } from '../types/catalog.js';
import type { MetricContext } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { canonicalJson } from '../util/canonical-json.js';
import { byName, isObject, ownValue } from '../util/plain.js';
import { type KnownServers, type MemberIndex, type ToolId, toolId } from './tool-id.js';

export interface RunCall extends ToolId {
  args: unknown;
  result: unknown;
  failed: boolean;
  /** What `callKey` made of it, once it was asked. */
  key?: string;
  /** What `showTool` made of it. */
  shown?: string;
}

type RecordedCall = Record<string, unknown>;

export interface Run {
  trace: Trace;
  /** What each call is a call of: one object for all calls of a tool that were read together. */
  tools: readonly ToolId[];
  /** Made when they are first asked for: of many runs only the tools are looked at. */
  readonly calls: readonly RunCall[];
  /** What `ofRun` worked out of it. */
  kept?: Map<unknown, unknown>;
  /** What `ofCalls` worked out of it. */
  fleeting?: Map<unknown, unknown>;
  /** Forgets what can be made again, the calls and what `ofCalls` worked out. */
  letGo(): void;
}

export interface Runs {
  list: Run[];
  /** Every server name that is declared or seen. */
  servers: ReadonlySet<string>;
  /** What the agents saw; undefined when nobody recorded it. */
  catalog?: Record<string, ToolDef[]>;
}

/** The last reading of a list of traces: every block of a test reads the same list. */
const readings = new WeakMap<readonly Trace[], Reading>();

interface Reading extends Pick<MetricContext, 'servers' | 'catalog'> {
  runs: Runs;
}

/** Nobody may change what it returns: the next block is handed the same. */
export function readRuns(traces: readonly Trace[], ctx: MetricContext): Runs {
  const { servers, catalog } = ctx;
  const known = readings.get(traces);
  if (known && known.servers === servers && known.catalog === catalog) return known.runs;
  const runs = readAll(traces, ctx);
  readings.set(traces, { servers, catalog, runs });
  return runs;
}

/**
 * The list of each trace by itself. Its run is the one that was read among all of them, wherever the others tell
 * nothing that it does not know by itself: then it is read, and what is worked out of it, once.
 */
export function readAlone(traces: readonly Trace[], ctx: MetricContext): Trace[][] {
  const all = readRuns(traces, ctx);
  const { servers, catalog } = ctx;
  const declared = declaredBy(traces, ctx).size;
  const oneCatalog = new Set(traces.map((trace) => trace.catalog)).size === 1;
  return traces.map((trace, at) => {
    const alone = [trace];
    const run = all.list[at];
    if (!oneCatalog || run?.trace !== trace || declaredBy(alone, ctx).size !== declared) return alone;
    const own = readCatalog(ctx.catalog) ?? readCatalog(trace.catalog);
    // Where all servers are declared, nobody need ask the calls.
    if (declared !== all.servers.size && serversOf(alone, own, ctx).size !== all.servers.size) return alone;
    const runs = { list: [run], servers: all.servers, catalog: own };
    readings.set(alone, { servers, catalog, runs });
    return alone;
  });
}

/** Worked out of a run by itself, once for each key. */
export function ofRun<T>(run: Run, key: unknown, work: (run: Run) => T): T {
  run.kept ??= new Map();
  return oneOf(run.kept, key, () => work(run));
}

/** The same of what is large for one run, and would fill the memory for all of a test: only while the run is scored. */
export function ofCalls<T>(run: Run, key: unknown, work: (run: Run) => T): T {
  run.fleeting ??= new Map();
  return oneOf(run.fleeting, key, () => work(run));
}

function oneOf<T>(kept: Map<unknown, unknown>, key: unknown, work: () => T): T {
  const known = kept.get(key);
  if (known !== undefined) return known as T;
  const found = work();
  kept.set(key, found);
  return found;
}

/** These runs are scored: what their calls were read into is not needed for now. */
export function letGo(traces: readonly Trace[], ctx: MetricContext): void {
  for (const run of readRuns(traces, ctx).list) run.letGo();
}

/** A tool that a run called, and how often. */
export interface ToolUse {
  tool: ToolId;
  count: number;
}

/** The tools that a run called, in the order of their first calls. Most questions are about these, and they are few. */
export function toolsOf(run: Run): readonly ToolUse[] {
  return ofRun(run, toolsOf, countTools);
}

function countTools({ tools }: Run): ToolUse[] {
  const uses = new Map<ToolId, ToolUse>();
  for (const tool of tools) {
    const use = uses.get(tool);
    if (use) use.count += 1;
    else uses.set(tool, { tool, count: 1 });
  }
  return [...uses.values()];
}

/** The places of the calls whose tool is in one of the lists. */
export function placesOf(run: Run | undefined, members: MemberIndex): number[] {
  if (run === undefined) return [];
  const held: ToolId[] = [];
  for (const { tool } of toolsOf(run)) if (members.listsOf(tool).length > 0) held.push(tool);
  const places: number[] = [];
  if (held.length === 0) return places;
  for (let at = 0; at < run.tools.length; at += 1)
    if (held.includes(run.tools[at] as ToolId)) places.push(at);
  return places;
}

function declaredBy(traces: readonly Trace[], ctx: MetricContext): Set<string> {
  const declared = new Set<string>(ctx.servers);
  for (const trace of traces) for (const name of array(trace.servers)) if (isName(name)) declared.add(name);
  return declared;
}

/** Declared, catalogued, or named by some call. */
function serversOf(traces: readonly Trace[], catalog: Runs['catalog'], ctx: MetricContext): Set<string> {
  const servers = declaredBy(traces, ctx);
  for (const server of Object.keys(catalog ?? {})) servers.add(server);
  let last: unknown;
  for (const trace of traces) {
    for (const call of array(trace.calls)) {
      const server = ownValue(call, 'server');
      if (server === last || !isName(server)) continue;
      last = server;
      servers.add(server);
    }
  }
  return servers;
}

function readAll(traces: readonly Trace[], ctx: MetricContext): Runs {
  const list = traces.map((trace) => (isObject(trace) ? (trace as unknown as Trace) : { calls: [] }));
  const catalogs = list.map((trace) => readCatalog(trace.catalog)).filter((found) => found !== undefined);
  const catalog = readCatalog(ctx.catalog) ?? mergeCatalogs(catalogs);
  const servers = serversOf(list, catalog, ctx);
  const tools = new Map<string, ReadonlyMap<string, ToolDef>>();
  for (const [server, defs] of Object.entries(catalog ?? {})) tools.set(server, byName(defs));
  const known = { declared: declaredBy(list, ctx), all: servers, tools };
  const identify = toolIds(known);
  const runs = list.map((trace) => new ReadRun(trace, array(trace.calls).map(identify)));
  return { list: runs, servers, catalog };
}

/** One object for each tool that calls name. */
function toolIds(known: KnownServers): (call: unknown) => ToolId {
  const ids = new Map<string | undefined, Map<string, ToolId>>();
  return (call) => {
    const { tool: recorded, server: at } = recordedCall(call);
    const [tool, server] = [isName(recorded) ? recorded : '', isName(at) ? at : undefined];
    const ofServer = ids.get(server) ?? new Map<string, ToolId>();
    const id = ofServer.get(tool);
    if (id !== undefined) return id;
    const made = toolId(tool, server, known);
    ids.set(server, ofServer.set(tool, made));
    return made;
  };
}

class ReadRun implements Run {
  kept: Run['kept'] = undefined;
  fleeting: Run['fleeting'] = undefined;
  private made: RunCall[] | undefined = undefined;
  constructor(
    readonly trace: Trace,
    readonly tools: readonly ToolId[],
  ) {}
  get calls(): readonly RunCall[] {
    this.made ??= array(this.trace.calls).map(
      (call, at) => new ReadCall(this.tools[at] as ToolId, recordedCall(call)),
    );
    return this.made;
  }
  letGo(): void {
    this.made = undefined;
    this.fleeting = undefined;
  }
}

class ReadCall implements RunCall {
  key: RunCall['key'] = undefined;
  shown: RunCall['shown'] = undefined;
  constructor(
    private readonly tool: ToolId,
    private readonly recorded: RecordedCall,
  ) {}
  get id(): string {
    return this.tool.id;
  }
  get name(): string {
    return this.tool.name;
  }
  get server(): string | undefined {
    return this.tool.server;
  }
  get args(): unknown {
    return this.recorded.args;
  }
  get result(): unknown {
    return this.recorded.result;
  }
  get failed(): boolean {
    return hasFailed(this.recorded);
  }
}

const NOTHING: RecordedCall = {};

/** No prototype has its names, and to ask whether each is the call's own takes longer than all the rest. */
function recordedCall(call: unknown): RecordedCall {
  return isObject(call) ? call : NOTHING;
}

function hasFailed({ is_error: flag, result }: RecordedCall): boolean {
  return typeof flag === 'boolean' ? flag : ownValue(result, 'isError') === true;
}

/** What can be told of the calls of a run without a look at what each was asked. */
export interface CallFaults {
  failed: number[];
  /** Without arguments. */
  empty: number[];
  /** Without a name, or with arguments that are not an object. */
  misshapen: number[];
}

/** The places of the calls that something is wrong with. */
export function faultsOf(run: Run): CallFaults {
  return ofRun(run, faultsOf, findFaults);
}

function findFaults({ trace, tools }: Run): CallFaults {
  const out: CallFaults = { failed: [], empty: [], misshapen: [] };
  const calls = array(trace.calls);
  for (let at = 0; at < calls.length; at += 1) {
    const recorded = recordedCall(calls[at]);
    const { args } = recorded;
    if (hasFailed(recorded)) out.failed.push(at);
    if (isEmpty(args)) out.empty.push(at);
    if (tools[at]?.name === '' || !isObject(args)) out.misshapen.push(at);
  }
  return out;
}

function isEmpty(args: unknown): boolean {
  if (!isObject(args)) return true;
  for (const key in args) if (Object.hasOwn(args, key)) return false;
  return true;
}

/** The tools that gave a result. */
export function answeredTools({ trace, tools }: Run): Set<ToolId> {
  const answered = new Set<ToolId>();
  const calls = array(trace.calls);
  for (let at = 0; at < calls.length; at += 1) {
    const recorded = recordedCall(calls[at]);
    if (recorded.result !== undefined && !hasFailed(recorded)) answered.add(tools[at] as ToolId);
  }
  return answered;
}

const readCatalogs = new WeakMap<object, Record<string, ToolDef[]>>();

/** Tools without a name are left out; undefined when there is no catalogue at all. The same for the same object. */
export function readCatalog(value: unknown): Record<string, ToolDef[]> | undefined {
  if (!isObject(value)) return undefined;
  const known = readCatalogs.get(value) ?? readTools(value);
  readCatalogs.set(value, known);
  return known;
}

function readTools(value: Record<string, unknown>): Record<string, ToolDef[]> {
  const out: Record<string, ToolDef[]> = Object.create(null);
  for (const [server, tools] of Object.entries(value)) {
    out[server] = array(tools).filter((tool) => isName(ownValue(tool, 'name'))) as ToolDef[];
  }
  return out;
}

/** Every tool that any run saw, once for each definition; the same for any order of runs. */
function mergeCatalogs(catalogs: Record<string, ToolDef[]>[]): Record<string, ToolDef[]> | undefined {
  if (catalogs.length < 2) return catalogs[0];
  const merged = new Map<string, Map<string, ToolDef>>();
  for (const catalog of catalogs) {
    for (const [server, tools] of Object.entries(catalog)) {
      const byItsName = merged.get(server) ?? new Map<string, ToolDef>();
      merged.set(server, byItsName);
      for (const tool of tools) {
        const known = byItsName.get(tool.name);
        if (known === undefined || (known !== tool && canonicalJson(tool) > canonicalJson(known)))
          byItsName.set(tool.name, tool);
      }
    }
  }
  const out: Record<string, ToolDef[]> = Object.create(null);
  for (const [server, byItsName] of inOrder(merged)) out[server] = inOrder(byItsName).map(([, tool]) => tool);
  return out;
}

function inOrder<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Equal for calls of one tool with equal arguments. */
export function callKey(call: RunCall): string {
  call.key ??= `${call.id} ${canonicalJson(call.args)}`;
  return call.key;
}

export function array(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
