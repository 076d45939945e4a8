/**
 * The mock itself, without a transport: one JSON-RPC message in, any number out through `send`. It
 * speaks both eras side by side, and never throws for what a client sends.
 */
import type { Era } from '../types/connection.js';
import { isObject, own } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { CODE, claimsModern, envelopeFault } from './eras.js';
import type { Manifest } from './manifest.js';
import { createMethods } from './methods.js';
import type { Peer } from './peer.js';
import { type Exchange, errorMessage, isId, LoudFault, RpcFault, type Send } from './rpc.js';
import { stampModern } from './stamp-modern.js';

export interface MockOptions {
  /** A line for the person who runs the mock, e.g. a call that nothing matches. */
  onLog?: (line: string) => void;
}

export interface Mock {
  readonly manifest: Manifest;
  /** Resolves when the message is dealt with: answered, refused, ignored, or its wait was ended. */
  handle(message: unknown, send: Send, peer: Peer, onWait?: () => void): Promise<void>;
}

export function createMock(manifest: Manifest, options: MockOptions = {}): Mock {
  const log = (line: string) => options.onLog?.(oneLine(line));
  const methods = createMethods(manifest, log);

  async function handle(message: unknown, send: Send, peer: Peer, onWait?: () => void): Promise<void> {
    if (Array.isArray(message)) return handleBatch(message, send, peer, onWait);
    const id = own(message, 'id');
    const method = own(message, 'method');
    const hasId = isObject(message) && Object.hasOwn(message, 'id');
    if (typeof method !== 'string' || own(message, 'jsonrpc') !== '2.0' || (hasId && !isId(id))) {
      const isResponse =
        isObject(message) && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'));
      if (!isResponse) send(errorMessage(isId(id) ? id : null, CODE.invalidRequest, 'Invalid Request'), 400);
      return;
    }
    const params = own(message, 'params');
    if (!isId(id)) return notice(method, params, peer);
    if (params !== undefined && !isObject(params)) {
      send(errorMessage(id, CODE.invalidParams, 'Invalid params: params must be an object'), 400);
      return;
    }
    await respond({ id, method, params: params ?? {}, peer, send, onWait });
  }

  async function respond(request: Omit<Exchange, 'era' | 'signal'>): Promise<void> {
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
        result: era === 'modern' ? stampModern(request.method, result, manifest) : result,
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

  function eraOf({ method, params, peer }: Pick<Exchange, 'method' | 'params' | 'peer'>): Era {
    if (manifest.protocol === 'modern' || peer.stateless) return 'modern';
    if (manifest.protocol === 'both' && claimsModern(params)) return 'modern';
    if (peer.revision !== undefined || method === 'initialize' || method === 'ping') return 'legacy';
    // Neither a handshake nor an envelope: in a server of both eras this is a modern request without one.
    if (manifest.protocol === 'both') return 'modern';
    if (!methods.get('legacy', method)) return 'legacy';
    throw new RpcFault(CODE.invalidRequest, 'Invalid Request: initialize comes first', undefined, 400);
  }

  async function handleBatch(
    messages: unknown[],
    send: Send,
    peer: Peer,
    onWait?: () => void,
  ): Promise<void> {
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

  return { manifest, handle };
}

function notice(method: string, params: unknown, peer: Peer): void {
  if (method !== 'notifications/cancelled') return;
  const id = own(params, 'requestId');
  if (isId(id)) peer.waiting.get(id)?.abort();
}

function refuseBadEnvelope(params: unknown): void {
  const fault = envelopeFault(params);
  if (fault) throw new RpcFault(fault.code, fault.message, fault.data, 400);
}
