/**
 * A server over Streamable HTTP, both eras on one endpoint: sessions for legacy clients, none for modern
 * ones. Answers are JSON; a call that is delayed or reports progress is answered on an event stream.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject, ownValue } from '../util/plain.js';
import type { RpcServer } from './create-server.js';
import { CODE, claimsModern, isLegacyRevision, MODERN_REVISION } from './eras.js';
import { bringsToken, guardFault } from './http-guard.js';
import { checkModernHeaders } from './http-headers.js';
import { createReply, openEventStream, readBody, refuse, sendJson } from './http-io.js';
import { type HttpOptions, type HttpServer, listenOn, MAX_SESSIONS } from './listen.js';
import { abandon, type Peer } from './peer.js';
import { errorMessage, isId, RpcFault } from './rpc.js';

export type { HttpOptions, HttpServer } from './listen.js';

interface State<P extends Peer> {
  server: RpcServer<P>;
  sessions: Map<string, P>;
  /** The oldest session goes when there are more. */
  maxSessions: number;
  host: string;
  token: string | undefined;
}

export function serveHttp<P extends Peer>(rpc: RpcServer<P>, options: HttpOptions): Promise<HttpServer> {
  const { host = '127.0.0.1', max_sessions: maxSessions = MAX_SESSIONS } = options;
  const state: State<P> = { server: rpc, sessions: new Map(), maxSessions, host, token: options.token };
  return listenOn(options, '/mcp', {
    answer: (request, response) => serve(request, response, state),
    closing: () => {
      for (const peer of state.sessions.values()) abandon(peer);
    },
  });
}

async function serve<P extends Peer>(
  request: IncomingMessage,
  response: ServerResponse,
  state: State<P>,
): Promise<void> {
  const forbidden = guardFault(request.headers, state.host, state.token !== undefined);
  if (forbidden) return refuse(response, 403, CODE.noAnswer, forbidden);
  if (state.token !== undefined && !bringsToken(request.headers.authorization, state.token)) {
    response.setHeader('www-authenticate', 'Bearer');
    return refuse(
      response,
      401,
      CODE.noAnswer,
      'Unauthorized: send the token that the server printed when it started',
    );
  }
  if ((request.url ?? '').split('?', 1)[0] !== '/mcp') {
    return refuse(response, 404, CODE.noAnswer, 'Not found: the endpoint is /mcp');
  }
  if (request.method === 'POST') return post(request, response, state);
  if (request.method === 'DELETE' && state.server.protocol !== 'modern') {
    const peer = sessionOf(request, response, state);
    if (!peer) return;
    abandon(peer);
    state.sessions.delete(request.headers['mcp-session-id'] as string);
    response.writeHead(200).end();
    return;
  }
  if (request.method === 'GET' && state.server.hasNews && state.server.protocol !== 'modern') {
    return listen(request, response, state);
  }
  const get = state.server.hasNews ? 'GET, ' : '';
  const allow = state.server.protocol === 'modern' ? 'POST' : `${get}POST, DELETE`;
  response.setHeader('allow', allow);
  refuse(response, 405, CODE.noAnswer, 'Method not allowed: there is no stream to listen to');
}

/** The stream of a legacy session for what belongs to no request; the newest one counts. */
function listen<P extends Peer>(request: IncomingMessage, response: ServerResponse, state: State<P>): void {
  if (!accepts(request.headers.accept, 'text/event-stream')) {
    refuse(response, 406, CODE.noAnswer, 'Not acceptable: accept text/event-stream');
    return;
  }
  const peer = sessionOf(request, response, state);
  if (!peer) return;
  openEventStream(response);
  const tell = (message: unknown) => response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  peer.tell = tell;
  response.on('close', () => {
    if (peer.tell === tell) peer.tell = undefined;
  });
}

async function post<P extends Peer>(
  request: IncomingMessage,
  response: ServerResponse,
  state: State<P>,
): Promise<void> {
  const { headers } = request;
  if (!accepts(headers.accept, 'application/json') || !accepts(headers.accept, 'text/event-stream')) {
    const message = 'Not acceptable: accept both application/json and text/event-stream';
    return refuse(response, 406, CODE.noAnswer, message);
  }
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    return refuse(response, 415, CODE.noAnswer, 'Unsupported media type: send application/json');
  }
  const body = await readBody(request);
  if (body === undefined) return refuse(response, 413, CODE.noAnswer, 'The body is too large');
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return refuse(response, 400, CODE.parse, 'Parse error: the body is not JSON');
  }
  const peer = peerOf(message, request, response, state);
  if (!peer) return;
  const isRequest =
    Array.isArray(message) || (isObject(message) && Object.hasOwn(message, 'id') && 'method' in message);
  const reply = createReply(response, isRequest);
  // The client hangs up: modern clients cancel in this way.
  response.on('close', () => {
    if (!response.writableEnded && isId(ownValue(message, 'id')))
      peer.waiting.get(ownValue(message, 'id') as string)?.abort();
  });
  await state.server.handle(message, reply.send, peer, reply.stream);
  reply.end();
}

/** Whose message it is, or undefined when it was refused: the checks of the headers, era by era. */
function peerOf<P extends Peer>(
  message: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  state: State<P>,
): P | undefined {
  const { protocol } = state.server;
  const params = ownValue(message, 'params');
  const version = request.headers['mcp-protocol-version'];
  const isModern =
    protocol === 'modern' || (protocol === 'both' && (claimsModern(params) || version === MODERN_REVISION));
  if (isModern) return modernPeer(message, request, response, state);
  if (ownValue(message, 'method') === 'initialize' && isId(ownValue(message, 'id'))) {
    return newPeer(params, response, state);
  }
  if (version !== undefined && !isLegacyRevision(version)) {
    refuse(response, 400, CODE.noAnswer, 'Bad request: unsupported MCP-Protocol-Version');
    return undefined;
  }
  return sessionOf(request, response, state);
}

/** A single modern request, when its headers agree with its body. */
function modernPeer<P extends Peer>(
  message: unknown,
  { headers }: IncomingMessage,
  response: ServerResponse,
  { server }: State<P>,
): P | undefined {
  const id = ownValue(message, 'id');
  const method = ownValue(message, 'method');
  const params = ownValue(message, 'params');
  try {
    if (typeof method === 'string' && isId(id) && claimsModern(params)) {
      checkModernHeaders(headers, method, params, server.inputSchema);
    }
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error;
    const answer = errorMessage(isId(id) ? id : null, error.code, error.message, error.data);
    sendJson(response, error.status ?? 400, answer);
    return undefined;
  }
  return { ...server.createPeer(true), stateless: true };
}

/** A legacy client that shakes hands; one that names a revision gets a session. */
function newPeer<P extends Peer>(params: unknown, response: ServerResponse, state: State<P>): P {
  const peer = state.server.createPeer(false);
  if (typeof ownValue(params, 'protocolVersion') !== 'string') return peer;
  const session = randomUUID();
  const oldest = state.sessions.size < state.maxSessions ? undefined : state.sessions.keys().next().value;
  if (oldest !== undefined) state.sessions.delete(oldest);
  state.sessions.set(session, peer);
  response.setHeader('mcp-session-id', session);
  return peer;
}

function sessionOf<P extends Peer>(
  request: IncomingMessage,
  response: ServerResponse,
  state: State<P>,
): P | undefined {
  const session = request.headers['mcp-session-id'];
  const peer = typeof session === 'string' ? state.sessions.get(session) : undefined;
  if (peer) return peer;
  if (session === undefined)
    refuse(response, 400, CODE.noAnswer, 'Bad request: the Mcp-Session-Id header is missing');
  else refuse(response, 404, CODE.sessionNotFound, 'Session not found');
  return undefined;
}

function accepts(header: string | undefined, type: string): boolean {
  if (header === undefined) return true;
  const main = type.split('/', 1)[0];
  return header
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';', 1)[0]?.trim())
    .some((entry) => entry === type || entry === '*/*' || entry === `${main}/*`);
}
