/**
 * The port between the session and a wire. A transport carries parsed JSON values both ways and knows
 * nothing of request state; what goes wrong on the wire is reported, never thrown.
 */
import type { Era, TransportKind } from '../../types/connection.js';
import type { Reason } from '../../types/verdict.js';

export type Message = Record<string, unknown>;

/** Why one exchange brought no usable answer. */
export interface ExchangeFailure {
  kind: 'died' | 'invalid' | 'unauthorized' | 'busy';
  message: string;
  /** The HTTP status, when there was one. */
  status?: number;
  /** The server no longer knows our HTTP session. */
  expired?: boolean;
}

export interface TransportListener {
  /** `status` is that of HTTP where it says that the server is broken, whatever else it says. */
  onMessage(value: unknown, status?: number): void;
  /** The exchange that carried the request with this id is over without an answer. */
  onFailure(id: number, failure: ExchangeFailure): void;
  /** Nothing more will come. The message says how the server left, and `stderr` what it wrote last. */
  onGone(reason: Reason): void;
}

export interface Transport {
  readonly kind: TransportKind;
  readonly alive: boolean;
  /** The process of a server that we started. */
  readonly pid?: number;
  listen(listener: TransportListener): void;
  /** A request may not take longer than `timeoutMs`. */
  send(message: Message, timeoutMs?: number): void;
  /** The answer to this request is no longer wanted. */
  abandon(id: number): void;
  /** Open the way for messages that belong to no request, where the wire has none by itself. */
  hear?(): Promise<void>;
  /** What the handshake settled on. */
  agreed(era: Era, revision: string): void;
  stderrTail(): string;
  close(): Promise<void>;
}

/** The largest message that is read when the server's entry does not say. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
