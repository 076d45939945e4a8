/** `task:` — calls a tool as a task and follows the task to its end, in the way of each era. */
import type { Reply } from '../../types/connection.js';
import type { TaskCall } from '../../types/suite.js';
import { ownValue } from '../../util/plain.js';
import { clip, show } from '../../util/text.js';
import { Budget, held, type KindAnswer, type KindContext } from './kind-answer.js';
import { legacyTasks } from './task-legacy.js';
import { modernTasks } from './task-modern.js';
import { isTerminal, type Task, type TaskEra, type TaskTools, taskFaults } from './task-shape.js';

const POLL_MS = 500;
const LEAST_POLL_MS = 20;

export async function askTask(call: TaskCall, context: KindContext): Promise<KindAnswer> {
  const { connection, options } = context;
  const budget = new Budget(options.timeout_ms);
  const tools: TaskTools = {
    connection,
    request: (method, params, more) =>
      connection.request(method, params, { ...more, timeout_ms: budget.left, signal: options.signal }),
  };
  const era = connection.info.era === 'modern' ? modernTasks(tools) : legacyTasks(tools);
  const unable = era.unable();
  if (unable !== undefined)
    return { reply: { kind: 'invalid', message: unable, ...nothing(budget) }, checks: [] };
  const first = await era.create(call);
  if (first.kind !== 'result') return { reply: first, checks: [] };
  const created = era.createdTask(first.result);
  if (created === undefined) {
    const message = `the tool answered at once and not with a task: ${clip(show(first.result), 300)}`;
    return { reply: first, checks: [held('task', 'created', [message], '')] };
  }
  return followed(new Following({ call, era, budget, signal: options.signal }, created), budget);
}

async function followed(run: Following, budget: Budget): Promise<KindAnswer> {
  const reply = await run.toTheEnd();
  const { task, created, statuses, faults } = run;
  const also = { task, created, statuses };
  const check = held('task', 'task', faults, 'every answer about the task is well formed');
  return { reply: { ...reply, duration_ms: budget.spent, also }, checks: [check] };
}

function nothing(budget: Budget) {
  return { duration_ms: budget.spent, progress: [] };
}

interface FollowingInit {
  call: TaskCall;
  era: TaskEra;
  budget: Budget;
  signal?: AbortSignal;
}

/** One task from its creation to its end. */
class Following {
  task: Task;
  readonly statuses: string[] = [];
  readonly faults: string[] = [];
  #isCancelled = false;

  constructor(
    private readonly init: FollowingInit,
    readonly created: Task,
  ) {
    this.task = created;
    this.#saw(created);
  }

  async toTheEnd(): Promise<Reply> {
    for (;;) {
      const { status } = this.task;
      if (isTerminal(status)) return this.#ended();
      if (this.init.budget.isOver || this.init.signal?.aborted) return this.#givenUp();
      const stopped = await this.#act(status);
      if (stopped) return stopped;
      const reply = await this.init.era.get(this.created.taskId);
      if (reply.kind !== 'result') return reply;
      this.task = (reply.result ?? {}) as Task;
      this.#saw(this.task);
    }
  }

  /** What a status asks for before the task is looked at again; a reply where it goes no further. */
  async #act(status: string): Promise<Reply | undefined> {
    if (this.init.call.cancel_when === status && !this.#isCancelled) {
      this.#isCancelled = true;
      const reply = await this.init.era.cancel(this.created.taskId);
      return reply.kind === 'result' ? undefined : reply;
    }
    if (status === 'input_required') {
      const answered = await this.init.era.input(this.task);
      if (answered.why === undefined) return undefined;
      await this.init.era.cancel(this.created.taskId);
      return { kind: 'invalid', message: `the task ${answered.why}`, ...nothing(this.init.budget) };
    }
    const wanted = this.init.era.pollMs(this.task) ?? POLL_MS;
    const ms = Math.min(Math.max(wanted, LEAST_POLL_MS), this.init.budget.left);
    await new Promise((resolve) => setTimeout(resolve, ms));
    return undefined;
  }

  async #ended(): Promise<Reply> {
    if (this.task.status !== 'cancelled') return this.init.era.outcome(this.task);
    return { kind: 'cancelled', message: 'the task was cancelled', ...nothing(this.init.budget) };
  }

  /** A task that nobody waits for any more is not left running. */
  async #givenUp(): Promise<Reply> {
    await this.init.era.cancel(this.created.taskId);
    const message = `the task was still ${show(this.task.status)} after ${this.init.budget.ms} ms`;
    return { kind: 'timeout', message, ...nothing(this.init.budget) };
  }

  #saw(task: Task): void {
    this.faults.push(...taskFaults(task, this.init.era.ttlKey, this.created.taskId));
    const status = String(ownValue(task, 'status'));
    if (this.statuses.at(-1) !== status) this.statuses.push(status);
  }
}
