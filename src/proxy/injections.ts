/**
 * What a recorder does to the traffic where it is asked to: tools that are not the server's, calls that go wrong, every
 * message late. Everything else passes as it came. One of these serves all connections of a recorder, so that faults are
 * counted over the whole run.
 */
import { chooseDistractors, type DistractorSource } from '../catalog/choose-distractors.js';
import { distractorReply, mixDistractors } from '../catalog/mix-distractors.js';
import { dueFault } from '../mock/due-fault.js';
import { brokenAnswer, SLOW_MS, unavailable } from '../mock/fault-results.js';
import { claimsModern } from '../rpc-server/eras.js';
import type { ToolDef } from '../types/catalog.js';
import type { FaultKind, FaultTurn } from '../types/fault.js';
import { isObject, ownValue } from '../util/plain.js';

export interface ProxyFault extends FaultTurn {
  kind: FaultKind;
  /** Every tool when absent. */
  tool?: string;
  ms?: number;
}

export interface InjectionSettings {
  faults: readonly ProxyFault[];
  /** How many of which kind, or those that somebody chose. */
  distractors?:
    | { count: number; source: DistractorSource }
    | { chosen: readonly ToolDef[]; order: readonly string[] };
  latency_ms: number;
  /** What the server is called; it decides where distractors stand in the list. */
  server: string;
}

/** What becomes of a message of the agent, where it does not simply pass. */
export interface AgentVerdict {
  id: string | number;
  fault?: FaultKind;
  /** It passes, but so much later. */
  delay_ms?: number;
  /** The agent hears this, and the server nothing. */
  reply?: Record<string, unknown>;
  /** The same, for text that is no message. */
  raw?: string;
  /** The connection is cut. */
  disconnect?: true;
  /** Nobody hears anything. */
  silent?: true;
}

/** One connection of an agent. */
export interface Injector {
  readonly latency_ms: number;
  fromAgent(message: unknown): AgentVerdict | undefined;
  /** What the agent hears in place of this message; undefined: the message itself. */
  fromServer(message: unknown): { message: unknown; distractors: string[] } | undefined;
}

export function hasInjections({ faults, distractors, latency_ms }: InjectionSettings): boolean {
  return faults.length > 0 || distractors !== undefined || latency_ms > 0;
}

/** Counted and known over the whole run. */
interface Shared {
  settings: InjectionSettings;
  counts: Map<ProxyFault, number>;
  /** Names of the distractors. */
  added: Set<string>;
}

/** Makes the injector of each connection. */
export function createInjectors(settings: InjectionSettings): () => Injector {
  const shared: Shared = { settings, counts: new Map(), added: new Set() };
  return () => new ConnectionInjector(shared);
}

class ConnectionInjector implements Injector {
  readonly latency_ms: number;
  /** Ids of requests for the list. */
  readonly #lists = new Set<string>();
  readonly #known = new Map<string, ToolDef>();

  constructor(private readonly shared: Shared) {
    this.latency_ms = shared.settings.latency_ms;
  }

  fromAgent(message: unknown): AgentVerdict | undefined {
    const { id, method, params } = isObject(message) ? message : {};
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    if (method === 'tools/list') this.#lists.add(JSON.stringify(id));
    if (method !== 'tools/call') return undefined;
    const { settings, counts, added } = this.shared;
    const name = ownValue(params, 'name');
    if (typeof name === 'string' && added.has(name))
      return { id, reply: replyTo(id, params, distractorReply()) };
    const meant = settings.faults.filter(({ tool }) => tool === undefined || tool === name);
    const fault = dueFault(meant, counts);
    return fault && { id, fault: fault.kind, ...meet(fault, id, params) };
  }

  fromServer(message: unknown): { message: unknown; distractors: string[] } | undefined {
    const { distractors, server } = this.shared.settings;
    if (distractors === undefined || !isObject(message)) return undefined;
    const { result } = message;
    const tools = ownValue(result, 'tools');
    if (!this.#lists.delete(JSON.stringify(message.id)) || !Array.isArray(tools)) return undefined;
    this.#learn(tools);
    // Only at the end of the list is it known which names are taken.
    if (ownValue(result, 'nextCursor') !== undefined) return undefined;
    const real = { [server]: [...this.#known.values()] };
    const chosen =
      'chosen' in distractors
        ? distractors.chosen
        : chooseDistractors({ ...distractors, correct: [] }, real, [server]).map(({ tool }) => tool);
    for (const { name } of chosen) this.shared.added.add(name);
    const mixed =
      'order' in distractors
        ? inOrder([...(tools as ToolDef[]), ...chosen], distractors.order)
        : mixDistractors(tools as ToolDef[], chosen, server);
    return {
      message: { ...message, result: { ...(result as object), tools: mixed } },
      distractors: chosen.map(({ name }) => name),
    };
  }

  #learn(tools: unknown[]): void {
    for (const tool of tools) {
      const name = ownValue(tool, 'name');
      if (typeof name === 'string') this.#known.set(name, tool as ToolDef);
    }
  }
}

/** What the order does not name comes last. */
function inOrder(tools: ToolDef[], order: readonly string[]): ToolDef[] {
  const places = new Map(order.map((name, place) => [name, place]));
  const placeOf = ({ name }: ToolDef): number => places.get(name) ?? order.length;
  return tools.sort((a, b) => placeOf(a) - placeOf(b));
}

function meet(fault: ProxyFault, id: string | number, params: unknown): Omit<AgentVerdict, 'id' | 'fault'> {
  switch (fault.kind) {
    case 'slow':
      return { delay_ms: fault.ms ?? SLOW_MS };
    case 'error':
      return { reply: replyTo(id, params, unavailable()) };
    case 'empty':
      return { reply: replyTo(id, params, { content: [] }) };
    case 'malformed':
      return { raw: brokenAnswer(id) };
    case 'timeout':
      return { silent: true };
    case 'disconnect':
      return { disconnect: true };
  }
}

function replyTo(id: string | number, params: unknown, result: object): Record<string, unknown> {
  const stamped = claimsModern(params) ? { resultType: 'complete', ...result } : result;
  return { jsonrpc: '2.0', id, result: stamped };
}
