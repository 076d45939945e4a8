/**
 * From a server's entry in the suite to a connection, or to one paragraph that says why there is none.
 * It never throws for what a server does, and a failed attempt leaves no process behind.
 */
import type { Connection, ConnectionInfo, ServerSpec } from '../types/connection.js';
import { connectHttp } from './connect-http.js';
import { connectStdio } from './connect-stdio.js';
import { erasOf } from './handshake.js';
import { LEGACY_REVISIONS, MODERN } from './revisions.js';

export { killAll } from './server-process.js';

export interface ConnectOptions {
  env: NodeJS.ProcessEnv;
  /** The argument vector that stands for `mcptest` as argv[0]. */
  self: string[];
  signal?: AbortSignal;
  /** Our version, as told to servers. */
  version: string;
}

export interface ConnectFailure {
  stage: 'spawn' | 'start' | 'handshake' | 'transport' | 'auth';
  code: string;
  /** One complete paragraph. Raw: redact before showing. */
  message: string;
}

export type Connected = { ok: true; connection: Connection } | { ok: false; failure: ConnectFailure };

export async function connect(spec: ServerSpec, options: ConnectOptions): Promise<Connected> {
  const plan = erasOf(spec.protocol);
  if (!plan) {
    const known = ['auto', 'legacy', 'modern', ...LEGACY_REVISIONS, MODERN].join(', ');
    return failed(
      'handshake',
      'unknown-protocol',
      `unknown protocol ${JSON.stringify(spec.protocol)}; known are ${known}.`,
    );
  }
  if (options.signal?.aborted) return failed('start', 'aborted', 'connecting was cancelled.');
  return spec.url === undefined ? connectStdio(spec, options, plan) : connectHttp(spec, options, plan);
}

export function failed(stage: ConnectFailure['stage'], code: string, message: string): Connected {
  return { ok: false, failure: { stage, code, message } };
}

/** What every connection tells of itself besides what the handshake agreed on. */
export type Manner = Pick<ConnectionInfo, 'transport' | 'auth'>;
