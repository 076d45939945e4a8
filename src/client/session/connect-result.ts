/** What connecting takes and what comes of it. */
import type { Connection, ServerSpec } from '../../types/connection.js';
import type { Reach } from '../http/http-client.js';

/** A server that is reached by a URL. */
export type UrlServerSpec = ServerSpec & { url: string };

export interface ConnectOptions {
  env: NodeJS.ProcessEnv;
  /** The argument vector that stands for `mcptest` as argv[0]. */
  self: string[];
  signal?: AbortSignal;
  /** Our version, as told to servers. */
  version: string;
  /** Where requests may lead; anywhere unless told. */
  reach?: Reach;
  /** Told of every secret that comes up while connecting, such as a token that a login gave. */
  onSecret?: (secret: { name: string; value: string }) => void;
  /** Takes the secrets out of what servers write to stderr, before lines of it are chosen and clipped. */
  redact?: (text: string) => string;
}

export interface ConnectFailure {
  stage: 'spawn' | 'start' | 'handshake' | 'transport' | 'auth';
  code: string;
  /** One complete paragraph. Raw: redact before showing. */
  message: string;
  /** What the server wrote last, as raw as the message. */
  stderr?: string[];
}

export type ConnectResult = { ok: true; connection: Connection } | { ok: false; failure: ConnectFailure };

export function failed(stage: ConnectFailure['stage'], code: string, message: string): ConnectResult {
  return { ok: false, failure: { stage, code, message } };
}
