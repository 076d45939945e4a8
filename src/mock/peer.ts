/** What the mock remembers of one client: a stdio process, a legacy HTTP session, one modern request. */
import type { AnswerRule, MockTool } from './manifest.js';

/** How often each tool was called and how far each sequence has come. */
export interface Counters {
  calls: Map<MockTool, number>;
  steps: Map<AnswerRule, number>;
}

export interface Peer {
  /** The legacy revision agreed on in `initialize`. */
  revision?: string;
  /** A single modern HTTP request: there is no handshake that it could belong to. */
  stateless?: boolean;
  counters: Counters;
  /** Requests that wait, by id: a cancellation or the end of the connection ends the wait. */
  waiting: Map<string | number, AbortController>;
}

export function createCounters(): Counters {
  return { calls: new Map(), steps: new Map() };
}

export function createPeer(counters: Counters = createCounters()): Peer {
  return { counters, waiting: new Map() };
}

/** The client has gone: nothing it waits for needs an answer. */
export function abandon(peer: Peer): void {
  for (const controller of peer.waiting.values()) controller.abort();
}
