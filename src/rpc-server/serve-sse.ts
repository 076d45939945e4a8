/**
 * A server over HTTP with SSE, the transport of 2024-11-05: `GET /sse` opens a stream that names an endpoint,
 * what is posted there is answered on the stream. Only the legacy era can be spoken over it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownValue } from '../util/plain.js';
import type { RpcServer } from './create-server.js';
import { CODE, claimsModern } from './eras.js';
import { guardFault } from './http-guard.js';
import { openEventStream, readBody, refuse } from './http-io.js';
import { type HttpOptions, type HttpServer, listenOn, MAX_SESSIONS } from './listen.js';
import { abandon, type Peer } from './peer.js';
import type { Send } from './rpc.js';

interface Session<P extends Peer> {
  peer: P;
  send: Send;
}

/** The address to connect to ends in `/sse`. */
export async function serveSse<P extends Peer>(rpc: RpcServer<P>, options: HttpOptions): Promise<HttpServer> {
  const { host = '127.0.0.1', max_sessions: maxSessions = MAX_SESSIONS } = options;
  const sessions = new Map<string, Session<P>>();
  return listenOn(options, '/sse', {
    answer: async (request, response) => {
      const forbidden = guardFault(request.headers, host);
      if (forbidden) return refuse(response, 403, CODE.noAnswer, forbidden);
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (url.pathname === '/sse' && request.method === 'GET') {
        if (sessions.size < maxSessions) return open(response, rpc, sessions);
        return refuse(response, 503, CODE.noAnswer, 'Too many sessions');
      }
      if (url.pathname === '/messages' && request.method === 'POST') {
        return post(request, response, rpc, sessions.get(url.searchParams.get('session') ?? ''));
      }
      refuse(
        response,
        url.pathname === '/sse' ? 405 : 404,
        CODE.noAnswer,
        'Not found: GET /sse opens a stream',
      );
    },
    closing: () => {
      for (const { peer } of sessions.values()) abandon(peer);
    },
  });
}

function open<P extends Peer>(
  response: ServerResponse,
  rpc: RpcServer<P>,
  sessions: Map<string, Session<P>>,
): void {
  const id = randomUUID();
  const peer = rpc.createPeer(false);
  const raw = (text: string) => void response.write(`event: message\ndata: ${text}\n\n`);
  const send: Send = (message) => raw(JSON.stringify(message));
  send.raw = raw;
  send.hangUp = () => response.destroy();
  peer.tell = send;
  sessions.set(id, { peer, send });
  openEventStream(response);
  response.write(`event: endpoint\ndata: /messages?session=${id}\n\n`);
  response.on('close', () => {
    sessions.delete(id);
    abandon(peer);
  });
}

async function post<P extends Peer>(
  request: IncomingMessage,
  response: ServerResponse,
  rpc: RpcServer<P>,
  session: Session<P> | undefined,
): Promise<void> {
  if (!session) return refuse(response, 404, CODE.sessionNotFound, 'Session not found');
  const body = await readBody(request);
  if (body === undefined) return refuse(response, 413, CODE.noAnswer, 'The body is too large');
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return refuse(response, 400, CODE.parse, 'Parse error: the body is not JSON');
  }
  if (claimsModern(ownValue(message, 'params'))) {
    return refuse(response, 400, CODE.noAnswer, 'Bad request: this transport has only the legacy era');
  }
  response.writeHead(202).end('Accepted');
  await rpc.handle(message, session.send, session.peer);
}
