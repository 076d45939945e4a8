/** What connecting takes and what comes of it. */
import type { Connection } from '../../types/connection.js';

export interface ConnectOptions {
  env: NodeJS.ProcessEnv;
  /** The argument vector that stands for `mcptest` as argv[0]. */
  self: string[];
  signal?: AbortSignal;
  /** Our version, as told to servers. */
  version: string;
  /** Told of every secret that comes up while connecting, such as a token that a login gave. */
  onSecret?: (secret: { name: string; value: string }) => void;
}

export interface ConnectFailure {
  stage: 'spawn' | 'start' | 'handshake' | 'transport' | 'auth';
  code: string;
  /** One complete paragraph. Raw: redact before showing. */
  message: string;
  /** What the server wrote last, as raw as the message. */
  stderr?: string[];
}

export type Connected = { ok: true; connection: Connection } | { ok: false; failure: ConnectFailure };

export function failed(stage: ConnectFailure['stage'], code: string, message: string): Connected {
  return { ok: false, failure: { stage, code, message } };
}
