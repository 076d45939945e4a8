/** What a server remembers of one client: a stdio process, a legacy HTTP session, one modern request. */

export interface Peer {
  /** The legacy revision agreed on in `initialize`. */
  revision?: string;
  /** A single modern HTTP request: there is no handshake that it could belong to. */
  stateless?: boolean;
  /** Requests that wait, by id: a cancellation or the end of the connection ends the wait. */
  waiting: Map<string | number, AbortController>;
  /** A way to tell the client what belongs to no request of its own. */
  tell?: (message: Record<string, unknown>) => void;
  /** Given every response that the client sends. */
  onResponse?: (message: Record<string, unknown>) => void;
}

export function createPeer(): Peer {
  return { waiting: new Map() };
}

/** The client has gone: nothing it waits for needs an answer. */
export function abandon(peer: Peer): void {
  for (const controller of peer.waiting.values()) controller.abort();
}
