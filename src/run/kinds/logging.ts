/** `log_level:` — asks for lines of the log in the way of each era, and gathers them as `logs`. */
import type { Connection, Notice, Reply, RequestOptions } from '../../types/connection.js';
import type { LogLevel } from '../../types/suite.js';
import { isObject, ownValue } from '../../util/plain.js';

/** The stateless era says with each request from which level on it wants to hear. */
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

type Ask = (connection: Connection, options: RequestOptions) => Promise<Reply>;

export async function askWithLog(
  connection: Connection,
  level: LogLevel,
  options: RequestOptions,
  ask: Ask,
): Promise<Reply> {
  if (connection.info.era === 'legacy') {
    const set = await connection.request('logging/setLevel', { level }, options);
    if (set.kind !== 'result') return set;
  }
  const reply = await ask(
    connection.info.era === 'modern' ? telling(connection, level) : connection,
    options,
  );
  return { ...reply, also: { ...reply.also, logs: logsIn(reply.notifications ?? []) } };
}

function telling(connection: Connection, level: LogLevel): Connection {
  return {
    ...connection,
    info: connection.info,
    alive: connection.alive,
    request: (method, params = {}, options) => {
      const given = ownValue(params, '_meta');
      // What is on purpose no map of parameters goes out as it is.
      if (!isObject(params) || (given !== undefined && !isObject(given)))
        return connection.request(method, params, options);
      return connection.request(method, { ...params, _meta: { [LOG_LEVEL]: level, ...given } }, options);
    },
  };
}

function logsIn(notifications: readonly Notice[]): unknown[] {
  return notifications.flatMap(({ method, params }) => (method === 'notifications/message' ? [params] : []));
}
