/** `request:` — any method, its parameters as they are written. A notification has no answer of its own. */
import type { Connection, Reply, RequestOptions } from '../../types/connection.js';
import type { RequestCall } from '../../types/suite.js';

export function sendRequest(
  connection: Connection,
  { method, params }: RequestCall,
  options: RequestOptions,
): Promise<Reply> {
  const written = params as Record<string, unknown> | undefined;
  if (!method.startsWith('notifications/')) {
    return connection.request(method, written, { ...options, as_is: true });
  }
  connection.notify?.(method, written);
  // Whoever reads it must still be there: what is answered next says so.
  const next = connection.info.era === 'modern' ? 'server/discover' : 'ping';
  return connection.request(next, {}, options);
}
