/**
 * The recorder between an agent and a server that both speak HTTP. Every method, header, status and byte of a body is
 * passed on: sessions, streams, a GET that is answered with 405, a login. `/mcp` is the server's own address, any other
 * path the same path there. Nobody but programs on this machine may ask.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { HttpClient } from '../client/http/http-client.js';
import { CODE } from '../rpc-server/eras.js';
import { guardFault } from '../rpc-server/http-guard.js';
import { refuse } from '../rpc-server/http-io.js';
import { type HttpServer, listenOn } from '../rpc-server/listen.js';
import { oneLine } from '../util/text.js';
import { ClientNumbers } from './client-numbers.js';
import { type HttpInjections, injectHttp } from './http-injections.js';
import { tapBody } from './message-tap.js';
import type { Recording } from './recording.js';

export const HOST = '127.0.0.1';
export const PATH = '/mcp';

/** Of one connection alone, and never passed on. */
const HOP_BY_HOP = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade host'.split(
    ' ',
  ),
);

export interface HttpProxy {
  url: URL;
  /** Sent to the server beside what the agent sends. */
  headers: Record<string, string>;
  http: HttpClient;
  recording: Recording;
  injections?: HttpInjections;
  /** Told the headers of every request, which may hold secrets. */
  learn(headers: Record<string, unknown>): void;
  log(line: string): void;
}

export function proxyHttp(proxy: HttpProxy, port: number): Promise<HttpServer> {
  const clients = new ClientNumbers();
  return listenOn({ port, host: HOST, log: proxy.log }, PATH, {
    answer: async (request, response) => {
      const forbidden = guardFault(request.headers, HOST);
      if (forbidden) return refuse(response, 403, CODE.noAnswer, forbidden);
      proxy.learn(request.headers);
      const client = clients.of(request.headers['mcp-session-id']);
      const pass = { request, response, client, proxy, clients };
      if (proxy.injections && request.method === 'POST') return injectHttp(pass, proxy.injections, forward);
      await forward(pass);
    },
    closing: () => proxy.http.close(),
  });
}

/** One request on its way. */
export interface Passing {
  request: IncomingMessage;
  response: ServerResponse;
  client: number;
  proxy: HttpProxy;
  clients: ClientNumbers;
  /** Where it was read already. */
  body?: Buffer;
  /** Reads the whole answer and says what the agent hears in its place. */
  change?(answer: WholeAnswer): Buffer;
}

export interface WholeAnswer {
  type: string;
  body: Buffer;
}

async function forward(pass: Passing): Promise<void> {
  const { request, response, proxy } = pass;
  const aborter = new AbortController();
  // In the modern era an agent cancels by hanging up.
  response.on('close', () => {
    if (!response.writableFinished) aborter.abort();
  });
  const upstream = proxy.http.open(targetOf(request.url ?? '/', proxy.url), {
    method: request.method ?? 'GET',
    headers: requestHeaders(pass),
    signal: aborter.signal,
  });
  const answered = new Promise<void>((resolve) => {
    upstream.once('response', (answer) =>
      resolve(pass.change ? changed(pass, answer) : passBack(pass, answer)),
    );
    upstream.once('error', (error) => {
      if (!response.destroyed && !response.headersSent)
        refuse(response, 502, CODE.noAnswer, `Bad gateway: ${oneLine(error.message)}`);
      else response.destroy();
      resolve();
    });
  });
  sendBody(pass, upstream);
  await answered;
}

function sendBody({ request, proxy, client, body }: Passing, upstream: NodeJS.WritableStream): void {
  if (body !== undefined) {
    upstream.end(body);
    return;
  }
  const tap = tapBody(
    { 'content-encoding': request.headers['content-encoding'] },
    {
      message: (bytes) => proxy.recording.frame('agent', bytes, { client }),
      unread: (bytes) => proxy.recording.unread('agent', bytes, { client }),
    },
  );
  request.on('data', (chunk: Buffer) => tap.push(chunk));
  request.once('end', () => tap.end());
  request.pipe(upstream);
}

function targetOf(path: string, url: URL): URL {
  const asked = new URL(path, 'http://localhost');
  if (asked.pathname !== PATH) return new URL(asked.pathname + asked.search, url.origin);
  const target = new URL(url);
  target.username = '';
  target.password = '';
  for (const [key, value] of asked.searchParams) target.searchParams.append(key, value);
  return target;
}

function requestHeaders({ request, proxy, body, change }: Passing): OutgoingHttpHeaders {
  const headers = passedOn(request.rawHeaders);
  for (const [name, value] of Object.entries(proxy.headers)) headers[name.toLowerCase()] = value;
  if (body !== undefined) headers['content-length'] = String(body.length);
  // What is to be changed has to be read.
  if (change) headers['accept-encoding'] = 'identity';
  headers.host = proxy.url.host;
  return headers;
}

/** Header by header, those that come several times too. */
function passedOn(raw: readonly string[]): OutgoingHttpHeaders {
  const out: OutgoingHttpHeaders = Object.create(null);
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase();
    const value = raw[at + 1] as string;
    if (HOP_BY_HOP.has(name)) continue;
    const known = out[name];
    if (known === undefined) out[name] = value;
    else out[name] = [...(Array.isArray(known) ? known : [String(known)]), value];
  }
  return out;
}

/** A redirect within the server leads back to the recorder, or the agent would leave it. */
function backHeaders(answer: IncomingMessage, server: URL): OutgoingHttpHeaders {
  const headers = passedOn(answer.rawHeaders);
  const { location } = answer.headers;
  if (location === undefined || !URL.canParse(location)) return headers;
  const to = new URL(location);
  if (to.origin === server.origin) headers.location = to.pathname + to.search;
  return headers;
}

function passBack({ response, proxy, client, clients }: Passing, answer: IncomingMessage): Promise<void> {
  clients.opened(answer.headers['mcp-session-id'], client);
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, backHeaders(answer, proxy.url));
  // The first event of a stream may be long in coming; what is there already takes the headers along.
  const alone = setImmediate(() => response.flushHeaders());
  const tap = tapBody(answer.headers, {
    message: (bytes) => proxy.recording.frame('server', bytes, { client }),
    unread: (bytes) => proxy.recording.unread('server', bytes, { client }),
  });
  // Written down before the agent has the last byte of it.
  let missing = Number(answer.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return new Promise((resolve) => {
    answer.on('data', (chunk: Buffer) => {
      clearImmediate(alone);
      tap.push(chunk);
      missing -= chunk.length;
      if (missing === 0) tap.end();
      if (response.write(chunk)) return;
      answer.pause();
      response.once('drain', () => answer.resume());
    });
    answer.once('end', () => {
      clearImmediate(alone);
      if (missing !== 0) tap.end();
      response.end();
    });
    answer.once('error', () => response.destroy());
    answer.once('close', () => {
      if (!answer.complete) response.destroy();
      resolve();
    });
  });
}

async function changed(
  { response, change, client, clients, proxy }: Passing,
  answer: IncomingMessage,
): Promise<void> {
  clients.opened(answer.headers['mcp-session-id'], client);
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = change?.({ type: answer.headers['content-type'] ?? '', body: Buffer.concat(chunks) });
  const headers = backHeaders(answer, proxy.url);
  delete headers['content-length'];
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers).end(body);
}
