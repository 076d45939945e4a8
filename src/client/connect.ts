/**
 * From a server's entry in the suite to a connection, or to one paragraph that says why there is none.
 * It never throws for what a server does, and a failed attempt leaves no process behind.
 */
import type { ServerSpec } from '../types/connection.js';
import { type ConnectOptions, type ConnectResult, failed } from './session/connect-result.js';
import { erasOf } from './session/handshake.js';
import { LEGACY_REVISIONS, MODERN } from './session/revisions.js';
import { connectStdio } from './stdio/connect-stdio.js';

export type { ConnectFailure, ConnectOptions, ConnectResult } from './session/connect-result.js';

export async function connect(spec: ServerSpec, options: ConnectOptions): Promise<ConnectResult> {
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
  const { url } = spec;
  if (url === undefined) return connectStdio(spec, options, plan);
  // Most servers are started over stdio; HTTP, logins and proxies load for those that are not.
  const { connectHttp } = await import('./http/connect-http.js');
  return connectHttp({ ...spec, url }, options, plan);
}
