/**
 * A server without a transport: one JSON-RPC message in, any number out through `send`. It speaks both
 * eras side by side, and never throws for what a client sends. The mock and the front door are such servers.
 */
import type { Era } from '../types/connection.js';
import { isObject, ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { CODE, claimsModern, envelopeFault } from './eras.js';
import type { Peer } from './peer.js';
import { type Exchange, errorMessage, isId, LoudFault, type Method, RpcFault, type Send } from './rpc.js';
import { stampModern } from './stamp-modern.js';

export interface Identity {
  name: string;
  version: string;
}

/** The eras that a server speaks. */
export type Eras = 'both' | 'legacy' | 'modern';

export interface RpcServerInit<P extends Peer> {
  identity: Identity;
  protocol: Eras;
  methods: { get(era: Era, method: string): Method<P> | undefined };
  /** A client that comes; a stateless one is a single modern HTTP request. */
  createPeer(stateless: boolean): P;
  /** The input schema of a tool, for headers that repeat an argument. */
  inputSchema(tool: string): unknown;
  /** Whether there is ever something to say that belongs to no request. */
  hasNews?: boolean;
  /** A line for the person who runs the server, e.g. a call that nothing matches. */
  onLog?: (line: string) => void;
}

export interface RpcServer<P extends Peer = Peer>
  extends Pick<RpcServerInit<P>, 'protocol' | 'createPeer' | 'inputSchema' | 'hasNews'> {
  /** Resolves when the message is dealt with: answered, refused, ignored, or its wait was ended. */
  handle(message: unknown, send: Send, peer: P, onWait?: () => void): Promise<void>;
}

/** The one revision that has batches, and the most messages in one. */
const BATCH_REVISION = '2025-03-26';
const MAX_BATCH = 100;

/** Who sent a message, and the way back. */
interface Caller<P extends Peer> {
  peer: P;
  send: Send;
  onWait?: () => void;
}

export function createServer<P extends Peer>(init: RpcServerInit<P>): RpcServer<P> {
  const { protocol, createPeer, inputSchema, hasNews } = init;
  const handle: RpcServer<P>['handle'] = (message, send, peer, onWait) =>
    handleMessage(init, message, { send, peer, onWait });
  return { protocol, createPeer, inputSchema, hasNews, handle };
}

async function handleMessage<P extends Peer>(
  init: RpcServerInit<P>,
  message: unknown,
  caller: Caller<P>,
): Promise<void> {
  if (Array.isArray(message)) return handleBatch(init, message, caller);
  const id = ownValue(message, 'id');
  const method = ownValue(message, 'method');
  const hasBadId = isObject(message) && Object.hasOwn(message, 'id') && !isId(id);
  if (typeof method !== 'string' || ownValue(message, 'jsonrpc') !== '2.0' || hasBadId) {
    return handleOther(message, caller);
  }
  const { peer, send } = caller;
  const params = ownValue(message, 'params');
  if (!isId(id)) return handleNotification(method, params, peer);
  if (params !== undefined && !isObject(params)) {
    send(errorMessage(id, CODE.invalidParams, 'Invalid params: params must be an object'), 400);
    return;
  }
  await respond(init, { id, method, params: params ?? {}, ...caller });
}

/** What is neither a request nor a notification: a response to us, or nothing that JSON-RPC knows. */
function handleOther(message: unknown, { peer, send }: Caller<Peer>): void {
  const id = ownValue(message, 'id');
  if (!isObject(message) || !(Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'))) {
    send(errorMessage(isId(id) ? id : null, CODE.invalidRequest, 'Invalid Request'), 400);
  } else if (typeof ownValue(message, 'method') !== 'string') peer.onResponse?.(message);
}

type IncomingRequest<P extends Peer> = Omit<Exchange<P>, 'era' | 'signal'>;

async function respond<P extends Peer>(init: RpcServerInit<P>, request: IncomingRequest<P>): Promise<void> {
  const { id, method, send, peer } = request;
  const controller = new AbortController();
  peer.waiting.set(id, controller);
  try {
    const era = eraOf(init, request);
    const answer = methodOf(init, era, method);
    if (era === 'modern') refuseBadEnvelope(request.params);
    const result = await answer({ ...request, era, signal: controller.signal });
    if (result === undefined) return;
    const stamped = era === 'modern' ? stampModern(method, result, init.identity) : result;
    send({ jsonrpc: '2.0', id, result: stamped });
  } catch (error) {
    const fault =
      error instanceof RpcFault ? error : new LoudFault(CODE.internal, `Internal error: ${error}`);
    if (fault instanceof LoudFault) init.onLog?.(oneLine(fault.message));
    send(errorMessage(id, fault.code, fault.message, fault.data), fault.status);
  } finally {
    if (peer.waiting.get(id) === controller) peer.waiting.delete(id);
  }
}

function methodOf<P extends Peer>({ methods }: RpcServerInit<P>, era: Era, method: string): Method<P> {
  const known = methods.get(era, method);
  if (known) return known;
  // To a legacy client 404 would mean that its session is gone.
  const status = era === 'modern' ? 404 : undefined;
  throw new RpcFault(CODE.methodNotFound, `Method not found: ${method}`, undefined, status);
}

function eraOf<P extends Peer>(
  { protocol, methods }: RpcServerInit<P>,
  { method, params, peer }: IncomingRequest<P>,
): Era {
  if (protocol === 'modern' || peer.stateless) return 'modern';
  if (protocol === 'both' && claimsModern(params)) return 'modern';
  if (peer.revision !== undefined || method === 'initialize' || method === 'ping') return 'legacy';
  // Neither a handshake nor an envelope: in a server of both eras this is a modern request without one.
  if (protocol === 'both') return 'modern';
  if (!methods.get('legacy', method)) return 'legacy';
  throw new RpcFault(CODE.invalidRequest, 'Invalid Request: initialize comes first', undefined, 400);
}

async function handleBatch<P extends Peer>(
  init: RpcServerInit<P>,
  messages: unknown[],
  caller: Caller<P>,
): Promise<void> {
  const { send, peer } = caller;
  const allowed = peer.revision === BATCH_REVISION;
  if (!allowed || messages.length === 0 || messages.length > MAX_BATCH) {
    const why = messages.length > 0 && !allowed ? `: batches exist in ${BATCH_REVISION} only` : '';
    send(errorMessage(null, CODE.invalidRequest, `Invalid Request${why}`), 400);
    return;
  }
  const answers = await Promise.all(messages.map((message) => answersTo(init, message, caller)));
  const responses = answers.flat();
  if (responses.length > 0) send(responses);
}

/** The answers to one message of a batch; what is no answer is sent at once. */
async function answersTo<P extends Peer>(
  init: RpcServerInit<P>,
  message: unknown,
  caller: Caller<P>,
): Promise<Record<string, unknown>[]> {
  if (Array.isArray(message)) return [errorMessage(null, CODE.invalidRequest, 'Invalid Request')];
  const answers: Record<string, unknown>[] = [];
  const send: Send = (out) => {
    if (!Array.isArray(out) && Object.hasOwn(out, 'id')) answers.push(out);
    else caller.send(out);
  };
  await handleMessage(init, message, { ...caller, send });
  return answers;
}

function handleNotification(method: string, params: unknown, peer: Peer): void {
  if (method !== 'notifications/cancelled') return;
  const id = ownValue(params, 'requestId');
  if (isId(id)) peer.waiting.get(id)?.abort();
}

function refuseBadEnvelope(params: unknown): void {
  const fault = envelopeFault(params);
  if (fault) throw new RpcFault(fault.code, fault.message, fault.data, 400);
}
