/**
 * HTTP requests as the transports and the login need them: no redirect is followed, no deadline but the
 * caller's once a connection stands, proxies and extra certificates from the usual variables. The built-in
 * `fetch` gives up on an answer after five minutes, knows no proxy, and takes 20 ms to load.
 */
import { readFileSync } from 'node:fs';
import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { request as httpsRequest, Agent as SecureAgent } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import * as tls from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { awaited } from '../../util/awaited.js';
import { isLinkLocalHost, publicLookup, wiredLookup } from './private-address.js';
import { proxyFor, proxyHeaders } from './proxy.js';
import { TunnelAgent } from './proxy-tunnel.js';

const CONNECT_MS = 10_000;
/** How long a connection may lie idle: servers close theirs after a while, and a request that crosses that is lost. */
const IDLE_MS = 2000;
/** As much of an unwanted body as is read so that its connection can be used again. */
const DRAIN_BYTES = 64 * 1024;

/** Names in lower case. */
export type HeaderMap = Record<string, string>;

export interface HttpRequest {
  method: string;
  headers: HeaderMap;
  body?: string | Buffer;
  signal: AbortSignal;
  /** When the caller will give up, on the monotonic clock: no wait for a busy server goes beyond it. */
  deadline?: number;
  /** Where the host may lead: `public` to no private address, `wired` to none of the link alone. */
  reach?: Reach;
}

type RequestHead = Pick<HttpRequest, 'method' | 'signal' | 'reach'> & { headers: OutgoingHttpHeaders };

/** Link-local addresses are where clouds hand out keys; nobody but the suite may send us there. */
export type Reach = 'anywhere' | 'wired' | 'public';

export interface HttpResponse {
  status: number;
  ok: boolean;
  header(name: string): string | undefined;
  /** Decompressed. Throws when it breaks off. */
  body: AsyncIterable<Uint8Array>;
  /** The rest is not wanted. */
  discard(): void;
}

export class HttpClient {
  private readonly agents = new Map<string, Agent>();

  /** `reach` counts for every request that does not say otherwise. */
  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly reach: Reach = 'anywhere',
  ) {}

  /** Rejects when no answer begins; what the answer says is for the caller to judge. */
  send(url: URL, init: HttpRequest): Promise<HttpResponse> {
    return awaited(`an answer from ${url.origin}${url.pathname}`, this.sendOnce(url, init));
  }

  private sendOnce(url: URL, init: HttpRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const request = this.open(url, init);
      request.once('response', (response) => resolve(wrap(response)));
      // An answer that nobody asked for, and after which the connection no longer speaks HTTP.
      request.once('upgrade', (response, socket) => {
        socket.destroy();
        resolve(withoutBody(response));
      });
      // Where neither an answer nor an error came, none will come any more.
      request.once('close', () => reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })));
      // After the answer has begun, errors belong to its body.
      request.on('error', reject);
      // A request that still has no socket tells nobody that it was given up.
      const giveUp = () => reject(Object.assign(new Error('given up'), { name: 'AbortError' }));
      if (init.signal.aborted) giveUp();
      else init.signal.addEventListener('abort', giveUp, { once: true });
      request.once('close', () => init.signal.removeEventListener('abort', giveUp));
      request.once('socket', (socket) => {
        // Node takes its own listener off when an answer is over. Who gives up in that moment would end the process.
        if (!socket.listeners('error').includes(ignored)) socket.on('error', ignored);
        if (!socket.connecting) return;
        const timer = setTimeout(() => {
          request.destroy(
            Object.assign(new Error(`no connection in ${CONNECT_MS} ms`), { code: 'ETIMEDOUT' }),
          );
        }, CONNECT_MS);
        socket.once('connect', () => clearTimeout(timer));
        socket.once('close', () => clearTimeout(timer));
      });
      request.end(init.body);
    });
  }

  /** The proxy that stands between us and the URL, as it may be shown. */
  proxyOf(url: URL): string | undefined {
    return proxyFor(url, this.env)?.host;
  }

  close(): void {
    for (const agent of this.agents.values()) agent.destroy();
    this.agents.clear();
  }

  /** A request that is not sent yet, for who has to pass on every byte of it and of its answer. */
  open(url: URL, { method, headers, signal, reach = this.reach }: RequestHead): ClientRequest {
    if (reach !== 'anywhere' && isLinkLocalHost(url.hostname))
      throw new Error(`${url.hostname} is a link-local address and is not asked`);
    const proxy = proxyFor(url, this.env);
    const secure = url.protocol === 'https:';
    const agent = this.agentFor(secure, proxy);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const base = {
      method,
      headers,
      signal,
      agent,
      lookup: proxy ? undefined : LOOKUPS[reach],
    };
    if (secure)
      return httpsRequest({ ...base, host, port: url.port || 443, path: url.pathname + url.search });
    if (!proxy) return httpRequest({ ...base, host, port: url.port || 80, path: url.pathname + url.search });
    return (proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
      ...base,
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      path: url.origin + url.pathname + url.search,
      headers: { ...headers, host: url.host, ...proxyHeaders(proxy) },
    });
  }

  private agentFor(secure: boolean, proxy: URL | undefined): Agent {
    const key = `${secure} ${proxy?.href ?? ''}`;
    let agent = this.agents.get(key);
    if (agent) return agent;
    const secureContext = secure || proxy?.protocol === 'https:' ? extraContext(this.env) : undefined;
    // Said outright, or NODE_TLS_REJECT_UNAUTHORIZED=0 would turn the check off without a word.
    const options = { keepAlive: true, timeout: IDLE_MS, secureContext, rejectUnauthorized: true };
    if (secure) agent = proxy ? new TunnelAgent(proxy, options) : new SecureAgent(options);
    else agent = proxy?.protocol === 'https:' ? new SecureAgent(options) : new Agent(options);
    this.agents.set(key, agent);
    return agent;
  }
}

function ignored(): void {}

const LOOKUPS = { anywhere: undefined, wired: wiredLookup, public: publicLookup } as const;

/**
 * Node itself reads the variable only as it starts, and so misses what `--env-file` sets. All certificates are read once
 * for all connections: that takes longer than the connection.
 */
function extraContext(env: NodeJS.ProcessEnv): tls.SecureContext | undefined {
  const file = env.NODE_EXTRA_CA_CERTS;
  if (!file) return undefined;
  try {
    const extra = readFileSync(file, 'utf8');
    const known = (tls as { getCACertificates?: () => string[] }).getCACertificates?.();
    return tls.createSecureContext({ ca: [...(known ?? tls.rootCertificates), extra] });
  } catch {
    return undefined;
  }
}

/** What undoes a `content-encoding`. */
export const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

function withoutBody(response: IncomingMessage): HttpResponse {
  return { ...wrap(response), body: Readable.from([]), discard: () => {} };
}

function wrap(response: IncomingMessage): HttpResponse {
  const status = response.statusCode ?? 0;
  const decoder = DECODERS.get(response.headers['content-encoding']?.trim().toLowerCase() ?? '');
  const body: Readable = decoder ? pipeline(response, decoder(), () => {}) : response;
  return {
    status,
    ok: status >= 200 && status < 300,
    header: (name) => {
      const value = response.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    body,
    discard: () => {
      let size = 0;
      response.on('error', () => {});
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > DRAIN_BYTES) response.destroy();
      });
    },
  };
}
