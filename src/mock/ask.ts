/**
 * `ask:` of a tool or a prompt: before it answers, the mock wants something of its client. In the legacy era
 * that is a request of its own and a wait, in the modern era a result that says what is wanted.
 */
import { CODE, META } from '../rpc-server/eras.js';
import { type Exchange, RpcFault } from '../rpc-server/rpc.js';
import { isObject, ownValue } from '../util/plain.js';
import type { MockQuestion } from './manifest.js';
import type { Peer } from './peer.js';
import { fill } from './template.js';

export type QuestionOutcome =
  /** Name → what the client said, or `{ error }`. */
  | { answers: Record<string, unknown> }
  /** The result that has to go out in place of the own one. */
  | { instead: Record<string, unknown> };

/** `asker` names the tool or prompt. */
export async function ask(
  asker: string,
  questions: MockQuestion[],
  args: Record<string, unknown>,
  exchange: Exchange<Peer>,
): Promise<QuestionOutcome> {
  const unable = questions.find((question) => !question.optional && !isAble(question, exchange));
  if (unable) return refuse(capabilityOf(unable), exchange);
  const asked = questions.filter((question) => isAble(question, exchange));
  return exchange.era === 'modern'
    ? askByResult(asker, asked, args, exchange)
    : askByRequest(asked, args, exchange);
}

/** Whether the client said that it can answer this. */
export function isAble(question: MockQuestion, exchange: Exchange<Peer>): boolean {
  return Object.hasOwn(capabilities(exchange), capabilityOf(question));
}

async function askByResult(
  asker: string,
  questions: MockQuestion[],
  args: Record<string, unknown>,
  { params }: Exchange<Peer>,
): Promise<QuestionOutcome> {
  const { openState, sealState } = await import('./request-state.js');
  const given = ownValue(params, 'requestState');
  const state = given === undefined ? { asker, answers: {} } : openState(given, asker);
  if (!state) {
    throw new RpcFault(
      CODE.invalidParams,
      'Invalid params: requestState is not the one that was given',
      undefined,
      400,
    );
  }
  const answers: Record<string, unknown> = Object.assign(Object.create(null), state.answers);
  const responses = ownValue(params, 'inputResponses');
  for (const question of questions) {
    const said = ownValue(responses, question.as);
    if (isAnswer(question, said)) answers[question.as] ??= said;
  }
  const open = questions.filter(({ as }) => !Object.hasOwn(answers, as));
  if (open.length === 0) return { answers };
  const round = Math.min(...open.map((question) => question.round));
  const inputRequests = Object.fromEntries(
    open
      .filter((question) => question.round === round)
      .map(({ as, method, params: wanted }) => [
        as,
        { method, params: fill(wanted, { args, asked: answers }) },
      ]),
  );
  return {
    instead: { resultType: 'input_required', inputRequests, requestState: sealState({ asker, answers }) },
  };
}

/** What is no answer at all is asked for again. */
function isAnswer({ method }: MockQuestion, said: unknown): boolean {
  if (!isObject(said)) return false;
  if (method === 'roots/list') return Array.isArray(said.roots);
  if (method === 'sampling/createMessage') return said.content !== undefined;
  return (
    said.action === 'decline' ||
    said.action === 'cancel' ||
    (said.action === 'accept' && (said.content === undefined || isObject(said.content)))
  );
}

async function askByRequest(
  questions: MockQuestion[],
  args: Record<string, unknown>,
  { send, signal, peer }: Exchange<Peer>,
): Promise<QuestionOutcome> {
  const answers: Record<string, unknown> = Object.create(null);
  for (const { as, method, params } of [...questions].sort((a, b) => a.round - b.round)) {
    const id = `ask-${++peer.asked}`;
    const answer = new Promise<Record<string, unknown>>((resolve) => {
      peer.questions.set(id, resolve);
      signal.addEventListener('abort', () => resolve({ error: { code: 0, message: 'cancelled' } }), {
        once: true,
      });
    });
    send({ jsonrpc: '2.0', id, method, params: fill(params, { args, asked: answers }) });
    const said = await answer;
    peer.questions.delete(id);
    answers[as] = Object.hasOwn(said, 'result') ? said.result : { error: said.error };
  }
  return { answers };
}

function capabilityOf({ method }: MockQuestion): string {
  const [capability = ''] = method.split('/', 1);
  return capability;
}

function capabilities({ era, params, peer }: Exchange<Peer>): Record<string, unknown> {
  const declared =
    era === 'modern' ? ownValue(ownValue(params, '_meta'), META.clientCapabilities) : peer.capabilities;
  return isObject(declared) ? declared : {};
}

function refuse(name: string, { era, method }: Exchange<Peer>): QuestionOutcome {
  const message = `Missing required client capabilities: ${name}`;
  if (era === 'modern') {
    throw new RpcFault(CODE.missingCapability, message, { requiredCapabilities: { [name]: {} } }, 400);
  }
  if (method !== 'tools/call') throw new RpcFault(CODE.invalidParams, message);
  return { instead: { content: [{ type: 'text', text: message }], isError: true } };
}
