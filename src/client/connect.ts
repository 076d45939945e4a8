/**
 * From a server's entry in the suite to a connection, or to one paragraph that says why there is none.
 * It never throws for what a server does, and a failed attempt leaves no process behind.
 */
import type { ServerSpec } from '../types/connection.js';
import { connectHttp } from './connect-http.js';
import { connectStdio } from './connect-stdio.js';
import { type Connected, type ConnectOptions, failed } from './connected.js';
import { erasOf } from './handshake.js';
import { LEGACY_REVISIONS, MODERN } from './revisions.js';

export type { Connected, ConnectFailure, ConnectOptions } from './connected.js';
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
