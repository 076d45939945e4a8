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

export function createServer<P extends Peer>(init: RpcServerInit<P>): RpcServer<P> {
  const { identity, protocol, methods } = init;
  const log = (line: string) => init.onLog?.(oneLine(line));

  async function handle(message: unknown, send: Send, peer: P, onWait?: () => void): Promise<void> {
    if (Array.isArray(message)) return handleBatch(message, send, peer, onWait);
    const id = ownValue(message, 'id');
    const method = ownValue(message, 'method');
    const hasId = isObject(message) && Object.hasOwn(message, 'id');
    if (typeof method !== 'string' || ownValue(message, 'jsonrpc') !== '2.0' || (hasId && !isId(id))) {
      const isResponse =
        isObject(message) && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'));
      if (!isResponse) send(errorMessage(isId(id) ? id : null, CODE.invalidRequest, 'Invalid Request'), 400);
      else if (typeof method !== 'string') peer.onResponse?.(message);
      return;
    }
    const params = ownValue(message, 'params');
    if (!isId(id)) return notice(method, params, peer);
    if (params !== undefined && !isObject(params)) {
      send(errorMessage(id, CODE.invalidParams, 'Invalid params: params must be an object'), 400);
      return;
    }
    await respond({ id, method, params: params ?? {}, peer, send, onWait });
  }

  async function respond(request: Omit<Exchange<P>, 'era' | 'signal'>): Promise<void> {
    const { id, send, peer } = request;
    const controller = new AbortController();
    peer.waiting.set(id, controller);
    try {
      const era = eraOf(request);
      const answer = methods.get(era, request.method);
      if (!answer) {
        // To a legacy client 404 would mean that its session is gone.
        const status = era === 'modern' ? 404 : undefined;
        throw new RpcFault(CODE.methodNotFound, `Method not found: ${request.method}`, undefined, status);
      }
      if (era === 'modern') refuseBadEnvelope(request.params);
      const result = await answer({ ...request, era, signal: controller.signal });
      if (result === undefined) return;
      send({
        jsonrpc: '2.0',
        id,
        result: era === 'modern' ? stampModern(request.method, result, identity) : result,
      });
    } catch (error) {
      const fault =
        error instanceof RpcFault ? error : new LoudFault(CODE.internal, `Internal error: ${error}`);
      if (fault instanceof LoudFault) log(fault.message);
      send(errorMessage(id, fault.code, fault.message, fault.data), fault.status);
    } finally {
      if (peer.waiting.get(id) === controller) peer.waiting.delete(id);
    }
  }

  function eraOf({ method, params, peer }: Pick<Exchange<P>, 'method' | 'params' | 'peer'>): Era {
    if (protocol === 'modern' || peer.stateless) return 'modern';
    if (protocol === 'both' && claimsModern(params)) return 'modern';
    if (peer.revision !== undefined || method === 'initialize' || method === 'ping') return 'legacy';
    // Neither a handshake nor an envelope: in a server of both eras this is a modern request without one.
    if (protocol === 'both') return 'modern';
    if (!methods.get('legacy', method)) return 'legacy';
    throw new RpcFault(CODE.invalidRequest, 'Invalid Request: initialize comes first', undefined, 400);
  }

  async function handleBatch(messages: unknown[], send: Send, peer: P, onWait?: () => void): Promise<void> {
    if (peer.revision !== '2025-03-26' || messages.length === 0 || messages.length > 100) {
      const why =
        messages.length > 0 && peer.revision !== '2025-03-26' ? ': batches exist in 2025-03-26 only' : '';
      send(errorMessage(null, CODE.invalidRequest, `Invalid Request${why}`), 400);
      return;
    }
    const answers = await Promise.all(
      messages.map(async (message) => {
        const own: Record<string, unknown>[] = [];
        const collect: Send = (out) => {
          if (!Array.isArray(out) && Object.hasOwn(out, 'id')) own.push(out);
          else send(out);
        };
        if (Array.isArray(message)) collect(errorMessage(null, CODE.invalidRequest, 'Invalid Request'));
        else await handle(message, collect, peer, onWait);
        return own;
      }),
    );
    const responses = answers.flat();
    if (responses.length > 0) send(responses);
  }

  const { createPeer, inputSchema, hasNews } = init;
  return { protocol, createPeer, inputSchema, ...(hasNews ? { hasNews } : {}), handle };
}

function notice(method: string, params: unknown, peer: Peer): void {
  if (method !== 'notifications/cancelled') return;
  const id = ownValue(params, 'requestId');
  if (isId(id)) peer.waiting.get(id)?.abort();
}

function refuseBadEnvelope(params: unknown): void {
  const fault = envelopeFault(params);
  if (fault) throw new RpcFault(fault.code, fault.message, fault.data, 400);
}
