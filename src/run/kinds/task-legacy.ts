/** Tasks of 2025-11-25: the client asks for one with `task`, and fetches its result with `tasks/result`. */
import type { Reply } from '../../types/connection.js';
import { isObject, ownValue } from '../../util/plain.js';
import { isTask, type TaskEra, type TaskTools } from './task-shape.js';

export function legacyTasks({ connection, request }: TaskTools): TaskEra {
  const result = (taskId: string): Promise<Reply> => request('tasks/result', { taskId }, { as_is: true });
  return {
    ttlKey: 'ttl',
    unable() {
      const { capabilities, protocol_version } = connection.info;
      const requests = ownValue(ownValue(capabilities, 'tasks'), 'requests');
      if (isObject(ownValue(ownValue(requests, 'tools'), 'call'))) return undefined;
      return `the server does not declare \`tasks.requests.tools.call\` (it speaks ${protocol_version})`;
    },
    create: ({ tool, args, ttl_ms }) => {
      const task = ttl_ms === undefined ? {} : { ttl: ttl_ms };
      return request('tools/call', { name: tool, arguments: args, task }, { as_is: true });
    },
    createdTask: (created) => {
      const task = ownValue(created, 'task');
      return isTask(task) ? task : undefined;
    },
    get: (taskId) => request('tasks/get', { taskId }),
    cancel: (taskId) => request('tasks/cancel', { taskId }),
    // The questions come as requests of the server while somebody waits for the result.
    input: async ({ taskId }) => {
      await result(taskId);
      return {};
    },
    pollMs: (task) => numberAt(task, 'pollInterval'),
    outcome: ({ taskId }) => result(taskId),
  };
}

export function numberAt(task: unknown, key: string): number | undefined {
  const value = ownValue(task, key);
  return typeof value === 'number' ? value : undefined;
}
