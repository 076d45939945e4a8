/**
 * The lines of a recording, put together: which answer belongs to which request, what the server said meanwhile, and
 * what it is called. The order is that in which the agent asked.
 */
import type { ToolDef } from '../types/catalog.js';
import type { WireFrame, WireLine } from '../types/wire.js';
import { isObject, ownValue } from '../util/plain.js';

/** The version that this program writes and reads. */
export const WIRE_VERSION = 1;

/** What an answer says: a result or an error. */
export interface WireReply {
  result?: unknown;
  error?: unknown;
  /** Bytes of an answer that was too large to be kept whole. */
  cut?: number;
}

/** What the server said before it answered: a notification, or a request with the agent's answer. */
export interface WireSaying {
  method: string;
  params?: unknown;
  /** Of a request. */
  reply?: WireReply;
}

export interface WireExchange {
  session: WireSession;
  method: string;
  params: unknown;
  started: number;
  ended?: number;
  /** What the server answered. */
  given?: WireReply;
  /** What the agent heard. */
  heard?: WireReply;
  said: WireSaying[];
  /** Kind of the fault that it met. */
  fault?: string;
  cancelled?: true;
}

export interface WireSession {
  id: string;
  /** The name that the suite has for the server, else its own. */
  server: string;
  way: { command?: string[]; url?: string };
  named: boolean;
  ended: boolean;
  distractors: string[];
  exchanges: WireExchange[];
  /** Lines of stdout that are no JSON. */
  noise: number;
}

interface Asked {
  saying: WireSaying;
}

export class WireReader {
  readonly sessions = new Map<string, WireSession>();
  readonly exchanges: WireExchange[] = [];
  /** By session, client and id: requests that are not answered yet. */
  readonly #open = new Map<string, WireExchange>();
  readonly #asked = new Map<string, Asked>();
  /** Calls that wait for what the agent was asked for, by the state that it hands back. */
  readonly #continued = new Map<string, WireExchange>();

  add(line: WireLine): void {
    const session = this.#session(line.session);
    if ('begin' in line) {
      session.way = line.begin.way;
      if (line.begin.server !== undefined) {
        session.server = line.begin.server;
        session.named = true;
      }
    } else if ('end' in line) session.ended = true;
    else if ('distractors' in line) session.distractors = line.distractors;
    else if ('fault' in line) {
      const met = this.#open.get(keyOf(session, line.client, line.id));
      if (met) met.fault = line.fault;
    } else this.#frame(session, line);
  }

  #session(id: string): WireSession {
    let found = this.sessions.get(id);
    if (!found) {
      found = {
        id,
        server: 'server',
        way: {},
        named: false,
        ended: false,
        distractors: [],
        exchanges: [],
        noise: 0,
      };
      this.sessions.set(id, found);
    }
    return found;
  }

  #frame(session: WireSession, frame: WireFrame): void {
    if (frame.noise !== undefined) session.noise += 1;
    const { message } = frame;
    for (const each of Array.isArray(message) ? message : [message]) {
      if (!isObject(each)) continue;
      if (frame.from === 'agent') this.#fromAgent(session, frame, each);
      else this.#fromServer(session, frame, each);
    }
  }

  #fromAgent(session: WireSession, frame: WireFrame, message: Record<string, unknown>): void {
    const { id, method, params } = message;
    const key = keyOf(session, frame.client, id);
    if (typeof method !== 'string') {
      const asked = this.#asked.get(key);
      if (asked) asked.saying.reply = replyOf(message, frame.cut);
      this.#asked.delete(key);
      return;
    }
    if (method === 'notifications/cancelled') {
      const given = this.#open.get(keyOf(session, frame.client, ownValue(params, 'requestId')));
      if (given) given.cancelled = true;
    }
    if (!isId(id)) return;
    const before = this.#continuation(session, method, params);
    if (before) {
      this.#open.set(key, before);
      return;
    }
    const exchange: WireExchange = { session, method, params, started: frame.t, said: [] };
    this.#open.set(key, exchange);
    this.exchanges.push(exchange);
    session.exchanges.push(exchange);
  }

  /** In the modern era the agent repeats a call with what it was asked for: it is the same call. */
  #continuation(session: WireSession, method: string, params: unknown): WireExchange | undefined {
    const state = ownValue(params, 'requestState');
    if (ownValue(params, 'inputResponses') === undefined) return undefined;
    const key = continuedKey(session, method, state);
    const found = this.#continued.get(key);
    this.#continued.delete(key);
    return found;
  }

  #fromServer(session: WireSession, frame: WireFrame, message: Record<string, unknown>): void {
    const { id, method, params } = message;
    const key = keyOf(session, frame.client, id);
    if (typeof method === 'string') {
      const saying: WireSaying = params === undefined ? { method } : { method, params };
      this.#speaker(session, frame, params)?.said.push(saying);
      if (isId(id)) this.#asked.set(key, { saying });
      return;
    }
    const exchange = this.#open.get(key);
    if (!exchange) return;
    const reply = replyOf(message, frame.cut);
    if (frame.from === 'server') exchange.given = reply;
    if (frame.hidden) return;
    exchange.heard = reply;
    exchange.ended = frame.t;
    this.#open.delete(key);
    if (ownValue(reply.result, 'resultType') === 'input_required') {
      const state = ownValue(reply.result, 'requestState');
      this.#continued.set(continuedKey(session, exchange.method, state), exchange);
    }
    if (!session.named) this.#nameOf(session, reply.result);
  }

  /** The request that a saying belongs to: the one whose progress token it has, else the last that is open. */
  #speaker(session: WireSession, frame: WireFrame, params: unknown): WireExchange | undefined {
    const token = ownValue(params, 'progressToken');
    let last: WireExchange | undefined;
    for (const [key, exchange] of this.#open) {
      if (exchange.session !== session || !key.startsWith(scopeOf(session, frame.client))) continue;
      if (token !== undefined && ownValue(ownValue(exchange.params, '_meta'), 'progressToken') === token)
        return exchange;
      last = exchange;
    }
    return last;
  }

  #nameOf(session: WireSession, result: unknown): void {
    const meta = ownValue(ownValue(result, '_meta'), 'io.modelcontextprotocol/serverInfo');
    const name = ownValue(ownValue(result, 'serverInfo') ?? meta, 'name');
    if (typeof name === 'string' && name !== '') session.server = name;
  }
}

/** The tools of a session: what its lists gave, a later definition in place of an earlier one of the same name. */
export function toolsOf(session: WireSession, side: 'given' | 'heard'): ToolDef[] | undefined {
  const lists = session.exchanges
    .filter(({ method }) => method === 'tools/list')
    .map((exchange) => ownValue(exchange[side]?.result, 'tools'))
    .filter((tools) => Array.isArray(tools));
  if (lists.length === 0) return undefined;
  const byName = new Map<string, ToolDef>();
  for (const tool of lists.flat()) {
    const name = ownValue(tool, 'name');
    if (typeof name === 'string') byName.set(name, tool as ToolDef);
  }
  return [...byName.values()];
}

export function isWireLine(value: unknown): value is WireLine {
  const known = ['begin', 'end', 'from', 'fault', 'distractors'];
  return (
    typeof ownValue(value, 'wire') === 'number' &&
    typeof ownValue(value, 'session') === 'string' &&
    typeof ownValue(value, 't') === 'number' &&
    known.some((key) => ownValue(value, key) !== undefined)
  );
}

function replyOf(message: Record<string, unknown>, cut: number | undefined): WireReply {
  const reply: WireReply = 'error' in message ? { error: message.error } : { result: message.result };
  if (cut !== undefined) reply.cut = cut;
  return reply;
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || typeof id === 'number';
}

function scopeOf(session: WireSession, client: number | undefined): string {
  return `${session.id}\n${client ?? ''}\n`;
}

function keyOf(session: WireSession, client: number | undefined, id: unknown): string {
  return `${scopeOf(session, client)}${JSON.stringify(id)}`;
}

function continuedKey(session: WireSession, method: string, state: unknown): string {
  return `${session.id}\n${method}\n${JSON.stringify(state)}`;
}
