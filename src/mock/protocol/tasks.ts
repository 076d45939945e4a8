/**
 * Tools that answer with a task. In 2025-11-25 the client asks for one; in the stateless era the server decides, for
 * clients that declare the extension. Either way the tool's own answer is worked out behind the task.
 */
import { CODE, META } from '../../rpc-server/eras.js';
import { type Exchange, type Method, RpcFault } from '../../rpc-server/rpc.js';
import { isObject, ownValue } from '../../util/plain.js';
import { ask, isAble, type QuestionOutcome } from '../ask.js';
import type { Answer, Manifest, MockTool } from '../manifest.js';
import type { Peer } from '../peer.js';
import { MockTask } from './task-state.js';

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
const RELATED = 'io.modelcontextprotocol/related-task';
const SINCE = '2025-11-25';
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export type Work = (
  exchange: Exchange<Peer>,
  ask: () => Promise<QuestionOutcome>,
) => Promise<Answer['reply'] | undefined>;

export function hasTasks({ tools }: Manifest): boolean {
  return tools.some(({ task }) => task !== undefined);
}

/** The capability of 2025-11-25. */
export const TASKS_CAPABILITY = { list: {}, cancel: {}, requests: { tools: { call: {} } } };

/** The answer that a call gets at once: a task, or undefined where the tool is to answer by itself. */
export async function startTask(
  tool: MockTool,
  args: Record<string, unknown>,
  exchange: Exchange<Peer>,
  work: Work,
): Promise<Record<string, unknown> | undefined> {
  const { era, params, peer } = exchange;
  const { task: support } = tool;
  const wanted = era === 'modern' ? isDeclared(exchange) : ownValue(params, 'task');
  if (support === undefined) {
    if (era === 'legacy' && wanted !== undefined && (peer.revision ?? '') >= SINCE)
      throw new RpcFault(CODE.methodNotFound, `Tool "${tool.def.name}" does not support tasks`);
    return undefined;
  }
  if (wanted === undefined || wanted === false || (era === 'legacy' && (peer.revision ?? '') < SINCE)) {
    if (!support.required) return undefined;
    if (era === 'modern') throw missingExtension();
    throw new RpcFault(CODE.methodNotFound, `Tool "${tool.def.name}" is called as a task only`);
  }
  const first = support.ask_first ? await ask(tool.def.name, tool.ask, args, exchange) : undefined;
  if (first && 'instead' in first) return first.instead;
  const task = new MockTask(support, ttlOf(wanted));
  const { tasks } = peer.counters;
  tasks.set(task.id, task);
  setTimeout(() => tasks.delete(task.id), Math.min(task.ttlMs, LONGEST_TIMER_MS)).unref();
  void workOn(task, { tool, args, exchange, work, first });
  return era === 'modern' ? { ...task.modern(false), resultType: 'task' } : { task: task.legacy() };
}

interface Assignment {
  tool: MockTool;
  args: Record<string, unknown>;
  exchange: Exchange<Peer>;
  work: Work;
  first: QuestionOutcome | undefined;
}

async function workOn(task: MockTask, { tool, args, exchange, work, first }: Assignment): Promise<void> {
  const questions = tool.ask.filter((question) => isAble(question, exchange));
  const asking = async (): Promise<QuestionOutcome> => first ?? { answers: await task.ask(questions, args) };
  // What belongs to the call itself, such as progress, has no way back once the call is answered.
  const behind = { ...exchange, signal: task.controller.signal, send: () => {}, onWait: undefined };
  try {
    const reply = await work(behind, asking);
    if (reply === undefined) return;
    const isToolError = 'result' in reply && ownValue(reply.result, 'isError') === true;
    task.end(reply, 'error' in reply || (exchange.era === 'legacy' && isToolError));
  } catch (error) {
    const fault = error instanceof RpcFault ? error : new RpcFault(CODE.internal, `Internal error: ${error}`);
    task.end({ error: { code: fault.code, message: fault.message } }, true);
  }
}

function ttlOf(wanted: unknown): number | undefined {
  const ttl = ownValue(wanted, 'ttl');
  return typeof ttl === 'number' && ttl > 0 ? ttl : undefined;
}

function isDeclared({ params }: Exchange<Peer>): boolean {
  const capabilities = ownValue(ownValue(params, '_meta'), META.clientCapabilities);
  return isObject(ownValue(ownValue(capabilities, 'extensions'), TASKS_EXTENSION));
}

function missingExtension(): RpcFault {
  const data = { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } };
  return new RpcFault(
    CODE.missingCapability,
    `Missing required client extension: ${TASKS_EXTENSION}`,
    data,
    400,
  );
}

function taskOf({ params, peer }: Exchange<Peer>): MockTask {
  const id = ownValue(params, 'taskId');
  const task = typeof id === 'string' ? peer.counters.tasks.get(id) : undefined;
  if (task) return task;
  throw new RpcFault(CODE.invalidParams, `Unknown task: ${String(id)}`);
}

export function modernTaskMethods(): [string, Method<Peer>][] {
  const declared =
    (answer: Method<Peer>): Method<Peer> =>
    (exchange) => {
      if (!isDeclared(exchange)) throw missingExtension();
      return answer(exchange);
    };
  return [
    ['tasks/get', declared((exchange) => taskOf(exchange).modern(true))],
    [
      'tasks/update',
      declared((exchange) => {
        const task = taskOf(exchange);
        const responses = ownValue(exchange.params, 'inputResponses');
        if (!isObject(responses))
          throw new RpcFault(CODE.invalidParams, 'Invalid params: inputResponses is missing');
        for (const [name, said] of Object.entries(responses)) task.answer(name, said);
        return {};
      }),
    ],
    [
      'tasks/cancel',
      declared((exchange) => {
        taskOf(exchange).cancel();
        return {};
      }),
    ],
  ];
}

export function legacyTaskMethods(): [string, Method<Peer>][] {
  const since =
    (answer: Method<Peer>): Method<Peer> =>
    (exchange) => {
      if ((exchange.peer.revision ?? '') < SINCE)
        throw new RpcFault(CODE.methodNotFound, `Method not found: ${exchange.method}`);
      return answer(exchange);
    };
  return [
    ['tasks/get', since((exchange) => taskOf(exchange).legacy())],
    [
      'tasks/list',
      since(({ peer }) => ({ tasks: [...peer.counters.tasks.values()].map((task) => task.legacy()) })),
    ],
    [
      'tasks/cancel',
      since((exchange) => {
        const task = taskOf(exchange);
        if (task.isOver) throw new RpcFault(CODE.invalidParams, `The task is ${task.status} already`);
        task.cancel();
        return task.legacy();
      }),
    ],
    ['tasks/result', since(resultOf)],
  ];
}

/** Waits for the end; meanwhile the questions of the task go out as requests beside this one. */
async function resultOf(exchange: Exchange<Peer>): Promise<Record<string, unknown> | undefined> {
  const { peer, send, signal, onWait } = exchange;
  const task = taskOf(exchange);
  const delivered = new Set<string>();
  const related = { [RELATED]: { taskId: task.id } };
  const gone = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  if (!task.isOver) onWait?.();
  while (!task.isOver && !signal.aborted) {
    for (const [name, { method, params }] of task.open) {
      if (delivered.has(name)) continue;
      delivered.add(name);
      const id = `ask-${++peer.asked}`;
      peer.questions.set(id, (said) => task.answer(name, ownValue(said, 'result') ?? { error: said.error }));
      send({ jsonrpc: '2.0', id, method, params: { ...(params as object), _meta: related } });
    }
    await Promise.race([task.changed(), gone]);
  }
  if (signal.aborted) return undefined;
  const { error, result } = task;
  if (task.status === 'cancelled') throw new RpcFault(CODE.invalidParams, 'The task was cancelled');
  if (error) throw new RpcFault(error.code, error.message, error.data);
  return { ...result, _meta: { ...(result?._meta as object | undefined), ...related } };
}
