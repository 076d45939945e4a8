/**
 * The recorder as an HTTP server on loopback, with a stdio server behind it: each session of an agent gets a process of
 * its own, and so does a request of the modern era whose id is under way already. The body of a POST becomes a line, a
 * line the body of an answer, or an event where the server says more than the answer.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerProcess } from '../client/stdio/server-process.js';
import { CODE, claimsModern, MODERN_REVISION } from '../rpc-server/eras.js';
import { guardFault } from '../rpc-server/http-guard.js';
import { openEventStream, refuse } from '../rpc-server/http-io.js';
import { type HttpServer, listenOn } from '../rpc-server/listen.js';
import { isObject, ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import { readWhole } from './http-bodies.js';
import { HOST, PATH } from './http-to-http.js';
import type { Injector } from './injections.js';
import { oneLineOf, parsedLine } from './lines.js';
import type { Recording } from './recording.js';
import { ServedProcess } from './served-process.js';

export interface StdioBehindHttp {
  /** Starts the server; throws when it cannot be started. */
  start(): Promise<ServerProcess>;
  recording: Recording;
  injector?: () => Injector;
  errors: NodeJS.WritableStream;
  log(line: string): void;
}

/** A recorder must not start processes without end. */
const MOST_PROCESSES = 1000;

interface Served {
  init: StdioBehindHttp;
  sessions: Map<string, ServedProcess>;
  /** Of the modern era, shared by all agents. */
  shared: Set<ServedProcess>;
  clients: number;
}

export async function serveProcess(init: StdioBehindHttp, port: number): Promise<HttpServer> {
  const served: Served = { init, sessions: new Map(), shared: new Set(), clients: 0 };
  const all = () => [...served.sessions.values(), ...served.shared];
  const server = await listenOn({ port, host: HOST, log: init.log }, PATH, {
    answer: (request, response) => answer(served, request, response),
    closing: () => {},
  });
  return {
    url: server.url,
    close: async () => {
      await Promise.all(all().map((one) => one.stop()));
      await server.close();
    },
  };
}

async function answer(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const forbidden = guardFault(request.headers, HOST);
  if (forbidden) return refuse(response, 403, CODE.noAnswer, forbidden);
  if ((request.url ?? '').split('?', 1)[0] !== PATH)
    return refuse(response, 404, CODE.noAnswer, `Not found: the endpoint is ${PATH}`);
  if (request.method === 'POST') return post(served, request, response);
  const session = request.headers['mcp-session-id'];
  const found = typeof session === 'string' ? served.sessions.get(session) : undefined;
  if (request.method !== 'GET' && request.method !== 'DELETE') {
    response.setHeader('allow', 'GET, POST, DELETE');
    return refuse(response, 405, CODE.noAnswer, 'Method not allowed');
  }
  if (found === undefined) return noSession(response, session);
  if (request.method === 'GET') {
    openEventStream(response);
    found.listen(response);
    return;
  }
  served.sessions.delete(session as string);
  response.writeHead(200).end();
  await found.stop();
}

function noSession(response: ServerResponse, session: unknown): void {
  if (session === undefined)
    refuse(response, 400, CODE.noAnswer, 'Bad request: the Mcp-Session-Id header is missing');
  else refuse(response, 404, CODE.sessionNotFound, 'Session not found');
}

async function post(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = oneLineOf(await readWhole(request));
  const message = parsedLine(body);
  const session = request.headers['mcp-session-id'];
  const known = typeof session === 'string' ? served.sessions.get(session) : undefined;
  const isModern =
    claimsModern(ownValue(message, 'params')) || request.headers['mcp-protocol-version'] === MODERN_REVISION;
  if (known !== undefined) return known.take(body, message, response);
  if (isModern) return (await sharedProcess(served, message)).take(body, message, response);
  if (ownValue(message, 'method') !== 'initialize') return noSession(response, session);
  const id = randomUUID();
  const opened = await startOne(served, () => served.sessions.delete(id));
  served.sessions.set(id, opened);
  response.setHeader('mcp-session-id', id);
  opened.take(body, message, response);
}

/** One in which no request of this id is under way. */
async function sharedProcess(served: Served, message: unknown): Promise<ServedProcess> {
  const id = isObject(message) ? message.id : undefined;
  const free = [...served.shared].find((one) => !one.isOpen(id));
  if (free !== undefined) return free;
  const opened = await startOne(served, (one) => served.shared.delete(one));
  served.shared.add(opened);
  return opened;
}

async function startOne(served: Served, left: (one: ServedProcess) => void): Promise<ServedProcess> {
  if (served.sessions.size + served.shared.size >= MOST_PROCESSES)
    throw new Error(`more than ${MOST_PROCESSES} servers are running`);
  const { init } = served;
  const server = await init.start().catch((error: Error) => {
    init.log(`mcptest: ${oneLine(error.message)}`);
    throw error;
  });
  served.clients += 1;
  const { recording, errors } = init;
  const one = new ServedProcess(server, {
    recording,
    client: served.clients,
    injector: init.injector?.(),
    errors,
  });
  void server.gone.then(() => left(one));
  return one;
}
