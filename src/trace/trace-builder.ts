/**
 * One trace in the making, for the importers: calls in the order they were issued, each result at the
 * first unanswered call of its id, the last thing said, and the tokens of each turn.
 */
import type { ToolDef } from '../types/catalog.js';
import type { Trace, TraceCall } from '../types/trace.js';
import { clipValue, MAX_DEPTH, MAX_RESULT, measure } from '../util/clip-value.js';
import { ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import type { ImportContext } from './importer.js';
import { type Place, placeOf, shapeError } from './place.js';

export interface CallInit {
  id?: string;
  name: unknown;
  server?: string;
  args: unknown;
  agent?: string;
}

export interface Answer {
  result?: unknown;
  /** Left out when the format does not say. */
  isError?: boolean;
}

export interface Usage {
  input?: number;
  output?: number;
}

export class TraceBuilder {
  readonly calls: TraceCall[] = [];
  model?: string;
  costUsd?: number;
  /** Replaces the sum of the turns when the record states the whole run's use. */
  totalUsage?: Usage;
  readonly servers = new Set<string>();
  readonly delegations: { from: string; to: string }[] = [];
  readonly catalog: Record<string, ToolDef[]> = Object.create(null);
  /** Whether anything of a conversation was seen. */
  used = false;
  #open = new Map<string, TraceCall[]>();
  #ids = new Set<string>();
  #prompts: string[] = [];
  #turn: { key?: string; texts: string[]; called: boolean } | undefined;
  #usage: (Usage & { turn: boolean })[] = [];
  #usageByKey = new Map<string, Usage & { turn: boolean }>();

  constructor(readonly context: ImportContext) {}

  prompt(text: string): void {
    this.used = true;
    if (text !== '') this.#prompts.push(text);
  }

  get prompted(): boolean {
    return this.#prompts.length > 0;
  }

  /** Whether the last thing said stands as the answer. */
  get answered(): boolean {
    return this.#turn !== undefined && !this.#turn.called && this.#turn.texts.length > 0;
  }

  /** A response of the model starts; one that repeats the key of the last goes on with it. */
  turn(key?: string): void {
    this.used = true;
    if (key !== undefined && this.#turn?.key === key) return;
    this.#turn = { key, texts: [], called: false };
  }

  say(text: string): void {
    this.used = true;
    this.#turn ??= { texts: [], called: false };
    if (text !== '') this.#turn.texts.push(text);
  }

  /** Replaces whatever was said last: the record itself states the final answer. */
  conclude(text: string): void {
    this.#turn = { texts: [text], called: false };
  }

  /** `aside` is a call of another agent than the one whose answer counts. */
  call(init: CallInit, at: Place, aside = false): TraceCall {
    this.used = true;
    if (measure(init.args).depth > MAX_DEPTH) {
      throw shapeError(at, [], `the arguments of a call nest more than ${MAX_DEPTH} levels`);
    }
    const { server } = init;
    const tool = typeof init.name === 'string' ? init.name : '';
    const args = init.args === undefined ? {} : init.args;
    const call: TraceCall = server === undefined ? { tool, args } : { tool, server, args };
    if (init.agent !== undefined) call.agent = init.agent;
    this.calls.push(call);
    if (!aside && this.#turn) this.#turn.called = true;
    const { id } = init;
    if (id === undefined) return call;
    if (this.#ids.has(id)) {
      this.context.warn(() => `${placeOf(at)}: the call id ${oneLine(id)} is used more than once`);
    }
    this.#ids.add(id);
    const open = this.#open.get(id);
    if (open) open.push(call);
    else this.#open.set(id, [call]);
    return call;
  }

  /** A second answer to a call, or one to a call that is not in the file, is a warning. */
  answer(id: string, answer: Answer, at: Place): TraceCall | undefined {
    this.used = true;
    const open = this.#open.get(id);
    const call = open?.shift();
    if (open?.length === 0) this.#open.delete(id);
    if (!call) {
      const why = this.#ids.has(id) ? 'which is answered already' : 'which is not in the file';
      this.context.warn(() => `${placeOf(at)}: a result for the call ${oneLine(id)}, ${why}; it is left out`);
      return undefined;
    }
    this.settle(call, answer, at);
    return call;
  }

  settle(call: TraceCall, { result, isError }: Answer, at: Place): void {
    if (result !== undefined) call.result = this.#bounded(result, call, at);
    const error = isError === true ? true : (mcpError(result) ?? isError);
    if (error !== undefined) call.is_error = error;
  }

  /** The larger figures win when one response reports its usage more than once. */
  usage(usage: Usage, { key, turn = true }: { key?: string; turn?: boolean } = {}): void {
    if (usage.input === undefined && usage.output === undefined) return;
    const known = key === undefined ? undefined : this.#usageByKey.get(key);
    if (known) {
      known.input = larger(known.input, usage.input);
      known.output = larger(known.output, usage.output);
      return;
    }
    const entry = { ...usage, turn };
    this.#usage.push(entry);
    if (key !== undefined) this.#usageByKey.set(key, entry);
  }

  finish(): Trace {
    const trace: Trace = { calls: this.calls };
    if (this.model !== undefined) trace.model = this.model;
    if (this.servers.size > 0) trace.servers = [...this.servers];
    if (this.delegations.length > 0) trace.delegations = this.delegations;
    if (this.#turn && this.answered) trace.final_response = this.#turn.texts.join('\n');
    if (this.#prompts.length > 0) trace.prompt = this.#prompts.join('\n\n');
    const turns = this.#usage.filter((entry) => entry.turn);
    if (turns.length > 0) trace.turns = turns.map((t) => ({ tokens: (t.input ?? 0) + (t.output ?? 0) }));
    const all = this.totalUsage ? [this.totalUsage] : this.#usage;
    if (all.length > 0) {
      const input = all.reduce((sum, entry) => sum + (entry.input ?? 0), 0);
      const output = all.reduce((sum, entry) => sum + (entry.output ?? 0), 0);
      trace.tokens = { input, output, total: input + output };
    }
    if (this.costUsd !== undefined) trace.cost_usd = this.costUsd;
    if (Object.keys(this.catalog).length > 0) trace.catalog = this.catalog;
    return trace;
  }

  #bounded(result: unknown, call: TraceCall, at: Place): unknown {
    const { size, depth } = measure(result);
    if (depth > MAX_DEPTH) throw shapeError(at, [], `a tool result nests more than ${MAX_DEPTH} levels`);
    if (size <= MAX_RESULT) return result;
    this.context.warn(
      () =>
        `${placeOf(at)}: the result of ${oneLine(call.tool)} holds ${size} characters; the first ${MAX_RESULT} are kept`,
    );
    return clipValue(result, MAX_RESULT);
  }
}

/** Whether a result is an MCP result, plain or as JSON text, and says that the tool failed. */
function mcpError(result: unknown): boolean | undefined {
  let value = result;
  if (typeof value === 'string' && value.length <= MAX_RESULT && /^\s*\{/.test(value)) {
    try {
      value = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  const flag = ownValue(value, 'isError');
  return Array.isArray(ownValue(value, 'content')) && typeof flag === 'boolean' ? flag : undefined;
}

function larger(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}
