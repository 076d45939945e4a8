/** JSON-RPC as a server sees it: ids, errors on their way out, and one exchange with a client. */
import type { Era } from '../types/connection.js';
import { omitUndefined } from '../util/omit-undefined.js';
import type { Peer } from './peer.js';

export type Id = string | number;

/** A message to the client; `status` is the HTTP status of an error where it is not 200. */
export interface Send {
  (message: Record<string, unknown> | Record<string, unknown>[], status?: number): void;
  /** Text in place of a message, for a server that is meant to break the protocol. */
  raw?(text: string): void;
  /** Drop the client without an answer. */
  hangUp?(): void;
}

export interface Exchange<P extends Peer = Peer> {
  id: Id;
  method: string;
  params: Record<string, unknown>;
  era: Era;
  peer: P;
  send: Send;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
  /** Told when the answer will take its time. */
  onWait?: () => void;
}

type Result = Record<string, unknown>;

/** Undefined: the wait was ended, nothing is to be sent. Throws `RpcFault`. */
export type Method<P extends Peer = Peer> = (
  exchange: Exchange<P>,
) => Result | undefined | Promise<Result | undefined>;

export class RpcFault extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
    /** HTTP status, where it is not 200. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Something is wrong on our side: whoever runs the server must hear of it as well as the client. */
export class LoudFault extends RpcFault {}

export function isId(value: unknown): value is Id {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

export function errorMessage(id: Id | null, code: number, message: string, data?: unknown): Result {
  return { jsonrpc: '2.0', id, error: omitUndefined({ code, message, data }) };
}
