/**
 * Tools that work only as tasks, for agents that know nothing of tasks: the call comes back when the task has ended, as
 * it does in the programs that agents run in. Inside of a recording, so that a cassette holds what came of the call and
 * not how often it was looked at.
 */
import type { Connection } from '../../types/connection.js';
import { ownValue } from '../../util/plain.js';

/** For a task whose call names no limit. */
const LIMIT_MS = 60_000;

/** `list`: what lists, where that is not the connection itself. */
export function followTasks(
  connection: Connection,
  list: Connection['list'] = (method, options) => connection.list(method, options),
): Connection {
  const asTasks = new Set<unknown>();
  // Thousands of runs ask for the same list.
  let last: unknown;
  return {
    name: connection.name,
    info: connection.info,
    get alive() {
      return connection.alive;
    },
    get listChanges() {
      return connection.listChanges;
    },
    faults: () => connection.faults(),
    stderrTail: () => connection.stderrTail(),
    close: () => connection.close(),
    async list(method, options) {
      const listing = await list(method, options);
      if (method !== 'tools/list' || listing.items === last) return listing;
      last = listing.items;
      for (const item of listing.items) {
        if (ownValue(ownValue(item, 'execution'), 'taskSupport') === 'required') asTasks.add(item.name);
      }
      return listing;
    },
    async request(method, params, options = {}) {
      const tool = ownValue(params, 'name');
      if (method !== 'tools/call' || typeof tool !== 'string' || !asTasks.has(tool))
        return connection.request(method, params, options);
      const { askTask } = await import('../kinds/task.js');
      const args = ownValue(params, 'arguments') ?? {};
      const { reply } = await askTask(
        { kind: 'task', server: connection.name, tool, args },
        {
          connection,
          options: { ...options, timeout_ms: options.timeout_ms ?? LIMIT_MS },
          tool: async () => ({}),
        },
      );
      const { also: _also, ...answer } = reply;
      return answer as typeof reply;
    },
  };
}
