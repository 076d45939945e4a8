/**
 * Calls the tools that only read, reads the resources and gets the prompts that tests will be made for, each twice, to
 * see what they answer and what of it stays. Nothing else is called. Arguments that the server takes an error from are
 * replaced by what its other tools named, where that helps.
 */
import { setTimeout } from 'node:timers/promises';
import { safetyClass } from '../../catalog/safety-class.js';
import type { Args } from '../../generate/argument-cases.js';
import { type KnownValue, likelyArguments, saysSomething, valuesIn } from '../../generate/known-values.js';
import { type AskedCall, Observations, type ObservedAnswer } from '../../generate/observation.js';
import { secretIn, shownName } from '../../generate/suite-head.js';
import type { Redactor } from '../../redact/redactor.js';
import type { ToolDef } from '../../types/catalog.js';
import type { Connection } from '../../types/connection.js';
import { canonicalJson } from '../../util/canonical-json.js';
import { ownValue } from '../../util/plain.js';

/** What is to be looked at. */
export interface ToObserve {
  /** Those that may change something are left alone. */
  tools: readonly ToolDef[];
  resources: readonly string[];
  prompts: readonly { prompt: string; args: Record<string, unknown> }[];
  /** The sets of arguments that a tool will be tested with; the first is meant to succeed. */
  casesOf(tool: ToolDef, known?: Args): Args[];
}

export interface Observed {
  observations: Observations;
  notes: string[];
}

/** A call that takes longer makes no good test of what was seen. */
const SLOW_MS = 5000;
const ROUNDS = 3;
const SECOND_MS = 1050;
/** Whoever waits for a suite does not wait for ever. */
const MOST_MS = 120_000;

export async function observeServer(
  asked: ToObserve,
  { connection, redactor, signal }: { connection: Connection; redactor: Redactor; signal?: AbortSignal },
): Promise<Observed> {
  const look = new Look(connection, redactor, signal);
  const tools = asked.tools.filter((tool) => safetyClass(tool) === 'read-only');
  await findArguments(tools, asked, look);
  const calls: AskedCall[] = [
    ...tools.flatMap((tool) =>
      asked
        .casesOf(tool, look.observations.argumentsOf(tool.name))
        .map((args) => ({ kind: 'tool' as const, name: tool.name, args })),
    ),
    ...asked.resources.map((name) => ({ kind: 'resource' as const, name })),
    ...asked.prompts.map(({ prompt, args }) => ({ kind: 'prompt' as const, name: prompt, args })),
  ];
  for (const call of calls) await look.upTo(1, call);
  if (look.observations.size > 0) await look.untilNextSecond();
  for (const call of calls) await look.upTo(2, call);
  return { observations: look.observations, notes: look.notes };
}

/** One call of each tool, and further ones of those whose arguments led to nothing. */
async function findArguments(tools: readonly ToolDef[], asked: ToObserve, look: Look): Promise<void> {
  const known: KnownValue[] = [];
  const learn = (tool: string, args: Args, answer: ObservedAnswer | undefined): boolean => {
    if (answer === undefined || 'error' in answer || ownValue(answer.result, 'isError') === true)
      return false;
    if (secretIn(args) === undefined) known.push(...valuesIn(tool, args, answer.result));
    return saysSomething(answer.result);
  };
  const open: { tool: ToolDef; made: Args; tried: Set<string> }[] = [];
  for (const tool of tools) {
    const [made] = asked.casesOf(tool);
    if (made === undefined || secretIn(made) !== undefined) continue;
    const answer = await look.once({ kind: 'tool', name: tool.name, args: made });
    if (learn(tool.name, made, answer) || Object.keys(made).length === 0) continue;
    open.push({ tool, made, tried: new Set([canonicalJson(made)]) });
  }
  for (let round = 0; round < ROUNDS && open.length > 0; round += 1) {
    const before = known.length;
    for (const one of [...open]) {
      const found = await tryKnown(one, known, { look, learn });
      if (found) open.splice(open.indexOf(one), 1);
    }
    if (known.length === before) return;
  }
}

async function tryKnown(
  { tool, made, tried }: { tool: ToolDef; made: Args; tried: Set<string> },
  known: readonly KnownValue[],
  {
    look,
    learn,
  }: { look: Look; learn(tool: string, args: Args, answer: ObservedAnswer | undefined): boolean },
): Promise<boolean> {
  for (const args of likelyArguments(tool, made, known)) {
    if (tried.has(canonicalJson(args)) || secretIn(args) !== undefined) continue;
    tried.add(canonicalJson(args));
    const answer = await look.once({ kind: 'tool', name: tool.name, args });
    if (!learn(tool.name, args, answer)) continue;
    look.observations.useArguments(tool.name, args);
    return true;
  }
  return false;
}

const METHODS = { tool: 'tools/call', resource: 'resources/read', prompt: 'prompts/get' } as const;

class Look {
  readonly observations = new Observations();
  readonly notes: string[] = [];
  readonly #silent = new Set<string>();
  readonly #until = performance.now() + MOST_MS;

  constructor(
    private readonly connection: Connection,
    private readonly redactor: Redactor,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** So often in all, however often it was asked before. */
  async upTo(times: number, call: AskedCall): Promise<void> {
    if ((this.observations.of(call)?.length ?? 0) < times) await this.once(call);
  }

  /** What holds the time of day, in whatever spelling, agrees with itself within one second. */
  async untilNextSecond(): Promise<void> {
    await setTimeout(SECOND_MS, undefined, { signal: this.signal }).catch(() => {});
  }

  /** Undefined when no answer came, which is noted. */
  async once(call: AskedCall): Promise<ObservedAnswer | undefined> {
    if (this.#silent.has(call.name) || this.signal?.aborted) return undefined;
    if (performance.now() > this.#until || !this.connection.alive) return this.#stop();
    const { name, args = {} } = call;
    const params = call.kind === 'resource' ? { uri: name } : { name, arguments: args };
    const options = { signal: this.signal, timeout_ms: SLOW_MS };
    const reply = await this.connection.request(METHODS[call.kind], params, options);
    if (reply.kind !== 'result' && reply.kind !== 'error') {
      this.#silent.add(name);
      this.notes.push(
        `${shownName(this.redactor.text(name))} gave no answer that could be observed (${reply.kind})`,
      );
      return undefined;
    }
    const { duration_ms } = reply;
    const seen: ObservedAnswer =
      reply.kind === 'result' ? { duration_ms, result: reply.result } : { duration_ms, error: reply.error };
    const answer = this.redactor.value(seen);
    this.observations.add(call, answer);
    return answer;
  }

  #stop(): undefined {
    const why = this.connection.alive
      ? `observing ended after ${MOST_MS / 1000} seconds: the rest was not called`
      : 'the server ended while it was observed: the rest was not called';
    if (!this.notes.includes(why)) this.notes.push(why);
    return undefined;
  }
}
