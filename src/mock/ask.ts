/**
 * `ask:` of a tool: before it answers, the mock wants something of its client. In the legacy era that is a
 * request of its own and a wait, in the modern era a result that says what is wanted.
 */
import { CODE, META } from '../rpc-server/eras.js';
import { type Exchange, RpcFault } from '../rpc-server/rpc.js';
import { isObject, own } from '../util/plain.js';
import type { MockQuestion, MockTool } from './manifest.js';
import type { Peer } from './peer.js';
import { fill } from './template.js';

export type Asked =
  /** Name → what the client said, or `{ error }`. */
  | { answers: Record<string, unknown> }
  /** The result that has to go out in place of the tool's own. */
  | { instead: Record<string, unknown> };

export async function ask(
  tool: MockTool,
  args: Record<string, unknown>,
  exchange: Exchange<Peer>,
): Promise<Asked> {
  const missing = tool.ask.map(capabilityOf).find((name) => !Object.hasOwn(capabilities(exchange), name));
  if (missing !== undefined) return refuse(missing, exchange);
  const requests = tool.ask.map(({ as, method, params }) => ({
    as,
    request: { method, params: fill(params, { args }) as Record<string, unknown> },
  }));
  return exchange.era === 'modern' ? askByResult(tool, requests, exchange) : askByRequest(requests, exchange);
}

type Requests = { as: string; request: { method: string; params: Record<string, unknown> } }[];

function askByResult(tool: MockTool, requests: Requests, { params }: Exchange<Peer>): Asked {
  const state = Buffer.from(`asked by ${tool.def.name}`).toString('base64url');
  const responses = own(params, 'inputResponses');
  if (isObject(responses) && requests.every(({ as }) => Object.hasOwn(responses, as))) {
    if (own(params, 'requestState') !== state) {
      throw new RpcFault(CODE.invalidParams, 'Invalid params: requestState is not the one that was given');
    }
    return { answers: { ...responses } };
  }
  const inputRequests = Object.fromEntries(requests.map(({ as, request }) => [as, request]));
  return { instead: { resultType: 'input_required', inputRequests, requestState: state } };
}

async function askByRequest(requests: Requests, { send, signal, peer }: Exchange<Peer>): Promise<Asked> {
  const answers: Record<string, unknown> = Object.create(null);
  for (const { as, request } of requests) {
    const id = `ask-${++peer.asked}`;
    const answer = new Promise<Record<string, unknown>>((resolve) => {
      peer.questions.set(id, resolve);
      signal.addEventListener('abort', () => resolve({ error: { code: 0, message: 'cancelled' } }), {
        once: true,
      });
    });
    send({ jsonrpc: '2.0', id, ...request });
    const said = await answer;
    peer.questions.delete(id);
    answers[as] = Object.hasOwn(said, 'result') ? said.result : { error: said.error };
  }
  return { answers };
}

function capabilityOf({ method }: MockQuestion): string {
  return method.split('/', 1)[0]!;
}

function capabilities({ era, params, peer }: Exchange<Peer>): Record<string, unknown> {
  const declared = era === 'modern' ? own(own(params, '_meta'), META.clientCapabilities) : peer.capabilities;
  return isObject(declared) ? declared : {};
}

function refuse(name: string, { era }: Exchange<Peer>): Asked {
  if (era === 'modern') {
    const message = `Missing required client capabilities: ${name}`;
    throw new RpcFault(CODE.missingCapability, message, { requiredCapabilities: { [name]: {} } }, 400);
  }
  const text = `This tool needs a client with the capability "${name}".`;
  return { instead: { content: [{ type: 'text', text }], isError: true } };
}
