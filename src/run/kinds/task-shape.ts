/** What a task is in either era, and what is asked of one. */
import type { Connection, Reply, RequestOptions } from '../../types/connection.js';
import type { TaskCall } from '../../types/suite.js';
import { ownValue } from '../../util/plain.js';
import { show } from '../../util/text.js';

export interface Task extends Record<string, unknown> {
  taskId: string;
  status: string;
}

type Request = (
  method: string,
  params: Record<string, unknown>,
  more?: Pick<RequestOptions, 'extensions' | 'as_is'>,
) => Promise<Reply>;

export interface TaskTools {
  connection: Connection;
  request: Request;
}

export interface TaskEra {
  ttlKey: 'ttl' | 'ttlMs';
  /** Why the server cannot have tasks at all. */
  unable(): string | undefined;
  create(call: TaskCall): Promise<Reply>;
  /** Undefined when the answer is none that creates a task. */
  createdTask(result: unknown): Task | undefined;
  get(taskId: string): Promise<Reply>;
  cancel(taskId: string): Promise<Reply>;
  /** Gives the server what the task waits for, or says why there is nothing to give. */
  input(task: Task): Promise<{ why?: string }>;
  pollMs(task: Task): number | undefined;
  /** What the call came to, of a task that is completed or failed. */
  outcome(task: Task): Promise<Reply>;
}

const TERMINAL = ['completed', 'failed', 'cancelled'];
const STATUSES = ['working', 'input_required', ...TERMINAL];
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

export function isTerminal(status: unknown): boolean {
  return TERMINAL.includes(String(status)) || !STATUSES.includes(String(status));
}

export function isTask(value: unknown): value is Task {
  return typeof ownValue(value, 'taskId') === 'string' && typeof ownValue(value, 'status') === 'string';
}

export function taskFaults(task: Task, ttlKey: 'ttl' | 'ttlMs', taskId: string): string[] {
  const faults: string[] = [];
  if (task.taskId !== taskId)
    faults.push(`asked for the task ${taskId}, the server answered with ${show(task.taskId)}`);
  if (!STATUSES.includes(task.status)) faults.push(`${show(task.status)} is not a status of a task`);
  for (const key of ['createdAt', 'lastUpdatedAt']) {
    const time = ownValue(task, key);
    if (typeof time !== 'string' || !TIME.test(time))
      faults.push(`\`${key}\` of the task is not a time: ${show(time)}`);
  }
  const ttl = ownValue(task, ttlKey);
  const isKept = ttl === null || (Number.isInteger(ttl) && (ttl as number) >= 0);
  if (!isKept) faults.push(`\`${ttlKey}\` of the task is neither null nor whole milliseconds: ${show(ttl)}`);
  return faults;
}
