/**
 * The stateless era asks by answering: a result of the type `input_required` holds the server's questions,
 * and the request is sent again with our answers and the state that came with the questions.
 */
import type { Reply, RequestOptions } from '../../types/connection.js';
import { isObject, ownValue } from '../../util/plain.js';
import { show } from '../../util/text.js';
import type { Answerer } from './answers.js';
import type { FaultLog } from './fault-log.js';

/** Methods whose results may ask. */
const MAY_ASK = new Set(['tools/call', 'prompts/get', 'resources/read']);
const MAX_ROUNDS = 10;
/** A server that asks nothing and only hands out state is busy: it gets a moment. */
const BUSY_MS = 250;

type Params = Record<string, unknown>;
export type Request = (method: string, params?: Params, options?: RequestOptions) => Promise<Reply>;

interface Answering {
  answerer: Answerer;
  faults: FaultLog;
  timeoutMs: number;
}

/** Our answers to one round of questions, as the next request carries them; or why there are none. */
type RoundAnswers = { ok: true; params: Params } | { ok: false; why: string };

export function withInputAnswers(request: Request, { answerer, faults, timeoutMs }: Answering): Request {
  return async (method, params = {}, options = {}) => {
    let reply = await request(method, params, options);
    const limit = options.timeout_ms ?? timeoutMs;
    for (let round = 1; asks(method, reply); round++) {
      const stop = (message: string): Reply => ({ ...spent(reply), kind: 'invalid', message });
      if (round > MAX_ROUNDS) {
        faults.add('input-endless', `the server still wanted input after ${MAX_ROUNDS} rounds`);
        return stop(`${method} still wanted input after ${MAX_ROUNDS} rounds`);
      }
      const answers = await answerRound(method, reply.result, answerer);
      if (!answers.ok) return stop(answers.why);
      const left = limit - reply.duration_ms;
      if (left <= 0)
        return { ...spent(reply), kind: 'timeout', message: `no result of ${method} within ${limit} ms` };
      const again = { ...params, ...answers.params };
      reply = joined(reply, await request(method, again, { ...options, timeout_ms: Math.ceil(left) }));
    }
    return reply;
  };
}

async function answerRound(method: string, result: unknown, answerer: Answerer): Promise<RoundAnswers> {
  const questions = ownValue(result, 'inputRequests');
  const requestState = ownValue(result, 'requestState');
  const asked = isObject(questions) ? Object.entries(questions) : [];
  const state: Params = typeof requestState === 'string' ? { requestState } : {};
  if (asked.length === 0) {
    if (typeof requestState !== 'string') {
      const why = `${method} asks for input but says neither what nor for which state: ${show(result)}`;
      return { ok: false, why };
    }
    await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
    return { ok: true, params: state };
  }
  const inputResponses: Params = Object.create(null);
  for (const [key, question] of asked) {
    const answer = await answerer.answer(ownValue(question, 'method'), ownValue(question, 'params'));
    if ('error' in answer) {
      const [what, params] = [ownValue(question, 'method'), ownValue(question, 'params')];
      return { ok: false, why: `${method} wants ${unanswerable(what, params, answer.undeclared)}` };
    }
    inputResponses[key] = answer.result;
  }
  return { ok: true, params: { inputResponses, ...state } };
}

function asks(method: string, reply: Reply): reply is Extract<Reply, { kind: 'result' }> {
  return (
    reply.kind === 'result' &&
    MAY_ASK.has(method) &&
    ownValue(reply.result, 'resultType') === 'input_required'
  );
}

/** The question, and why there is no answer to it. */
export function unanswerable(method: unknown, params: unknown, undeclared: boolean): string {
  const why = undeclared
    ? 'which we did not declare: `answers` of the server has none for it'
    : `and no entry of \`answers\` fits it: ${show(params)}`;
  return `${show(method)}, ${why}`;
}

function spent({ duration_ms, progress, notifications }: Reply) {
  return notifications ? { duration_ms, progress, notifications } : { duration_ms, progress };
}

function joined(before: Reply, after: Reply): Reply {
  const duration_ms = Math.round((before.duration_ms + after.duration_ms) * 1000) / 1000;
  const progress = [...before.progress, ...after.progress];
  const whole = { ...after, duration_ms, progress };
  if (!after.notifications) return whole;
  return { ...whole, notifications: [...(before.notifications ?? []), ...after.notifications] };
}
