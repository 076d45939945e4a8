/** Tasks of the extension: the server decides, `tasks/get` has the result and the questions, `tasks/update` answers. */
import type { RpcError } from '../../types/connection.js';
import { isObject, ownValue } from '../../util/plain.js';
import { resultReply } from './kind-answer.js';
import { numberAt } from './task-legacy.js';
import { isTask, type TaskEra, type TaskTools } from './task-shape.js';

export const TASKS = 'io.modelcontextprotocol/tasks';
const more = { extensions: [TASKS] };

export function modernTasks({ connection, request }: TaskTools): TaskEra {
  /** Keys are unique for the life of a task, and each is answered once. */
  const answered = new Set<string>();
  return {
    ttlKey: 'ttlMs',
    unable() {
      const extensions = ownValue(connection.info.capabilities, 'extensions');
      return isObject(ownValue(extensions, TASKS))
        ? undefined
        : `the server does not declare the extension ${TASKS}`;
    },
    create: ({ tool, args }) => request('tools/call', { name: tool, arguments: args }, more),
    createdTask: (created) =>
      ownValue(created, 'resultType') === 'task' && isTask(created) ? created : undefined,
    get: (taskId) => request('tasks/get', { taskId }, more),
    cancel: (taskId) => request('tasks/cancel', { taskId }, more),
    async input({ taskId, inputRequests }) {
      const asked = isObject(inputRequests) ? Object.entries(inputRequests) : [];
      const inputResponses: Record<string, unknown> = Object.create(null);
      for (const [key, question] of asked.filter(([name]) => !answered.has(name))) {
        const said = await connection.answer?.(ownValue(question, 'method'), ownValue(question, 'params'));
        if (said === undefined || said.why !== undefined) return { why: `wants ${said?.why ?? 'input'}` };
        inputResponses[key] = said.result;
        answered.add(key);
      }
      if (asked.length === 0) return { why: 'asks for input and does not say what' };
      const reply = await request('tasks/update', { taskId, inputResponses }, more);
      return reply.kind === 'result' ? {} : { why: 'did not take our answers' };
    },
    pollMs: (task) => numberAt(task, 'pollIntervalMs'),
    async outcome(task) {
      if (task.status === 'completed') return resultReply(task.result);
      const error = isObject(task.error) ? (task.error as unknown as RpcError) : undefined;
      const unsaid = { code: 0, message: 'the task failed and does not say why' };
      return { kind: 'error', error: error ?? unsaid, duration_ms: 0, progress: [] };
    },
  };
}
