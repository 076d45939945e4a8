/**
 * A whole session (handshake, list, call, goodbye) over HTTP, TLS and through a proxy, behind somebody who cuts the wire
 * after so many bytes of the answers, or says no more from there on.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import {
  type AddressInfo,
  connect as dial,
  createServer as listen,
  type Server,
  type Socket,
} from 'node:net';
import { join } from 'node:path';
import { connect } from '../../../src/client/connect.js';
import type { ServerSpec } from '../../../src/types/connection.js';
import { root } from './command.js';

export const WAYS = ['http', 'events', 'tls', 'proxy', 'proxy to tls'] as const;
export type Way = (typeof WAYS)[number];

const CERT = join(root, 'fixtures/tls/cert.pem');
const TEXT = 'grüße, 你好 🙂';
/** Who is cut off hears of it at once; who waits in silence waits for the limit. */
const LIMIT_MS = { cut: 10_000, silent: 700 };
const HUNG_MS = 40_000;

const RESULTS: Record<string, object> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'cut', version: '1' },
  },
  'tools/list': { tools: [{ name: 'echo', description: 'Echoes.', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: TEXT }] },
};

/** Where it is cut: after so many bytes of all answers; Infinity is never. */
export interface Cut {
  after: number;
  silent: boolean;
}

export class CutSession {
  /** Bytes of answers that went by in the session that goes on. */
  passed = 0;
  #cut: Cut = { after: Number.POSITIVE_INFINITY, silent: false };
  readonly #sockets = new Set<Socket>();
  readonly #servers: Server[] = [];

  private constructor(readonly way: Way) {}

  static async open(way: Way): Promise<CutSession> {
    const session = new CutSession(way);
    const isSecure = way.endsWith('tls');
    const answer = answerer(way === 'events');
    const files = { key: readFileSync(join(root, 'fixtures/tls/key.pem')), cert: readFileSync(CERT) };
    const server = isSecure ? createSecureServer(files, answer) : createServer(answer);
    const behind = await session.#listen(server);
    await session.#listen(listen((socket) => session.#between(socket, behind)));
    return session;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers) server.close();
  }

  /** What is wrong with how a session ended that was cut like this; nothing where it failed in words or went well. */
  async play(cut: Cut): Promise<string | undefined> {
    this.passed = 0;
    this.#cut = cut;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, HUNG_MS, `did not end within ${HUNG_MS / 1000} s`);
    });
    const wrong = await Promise.race([late, this.#talk()]);
    clearTimeout(timer);
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    return wrong;
  }

  async #talk(): Promise<string | undefined> {
    const connected = await connect(this.#spec(), {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: CERT, ...this.#proxy() },
      self: [process.execPath],
      version: '0.0.0',
    });
    const whole = this.#cut.after === Number.POSITIVE_INFINITY;
    if (!connected.ok)
      return whole || !isTold(connected.failure.message) ? connected.failure.message : undefined;
    const { connection } = connected;
    try {
      const { items, failed } = await connection.list('tools/list');
      const isRight =
        JSON.stringify(items) === JSON.stringify((RESULTS['tools/list'] as { tools: [] }).tools);
      if (!isRight && (failed === undefined || whole)) return `another list: ${JSON.stringify(items)}`;
      const reply = await connection.request('tools/call', { name: 'echo' });
      const message = 'message' in reply ? String(reply.message) : '';
      if (reply.kind !== 'result') return whole || !isTold(message) ? `${reply.kind}: ${message}` : undefined;
      const isSame = JSON.stringify(reply.result) === JSON.stringify(RESULTS['tools/call']);
      return isSame ? undefined : `another answer: ${JSON.stringify(reply.result)}`;
    } finally {
      await connection.close();
    }
  }

  #spec(): ServerSpec {
    const secure = this.way.endsWith('tls') ? 'https' : 'http';
    const host = this.way.startsWith('proxy') ? 'mcp.test' : `127.0.0.1:${portOf(this.#servers.at(-1)!)}`;
    const limit = LIMIT_MS[this.#cut.silent ? 'silent' : 'cut'];
    const times = { startup_timeout_ms: limit, request_timeout_ms: limit, shutdown_grace_ms: 100 };
    return {
      name: 'cut',
      cwd: root,
      protocol: 'legacy',
      isolate: 'suite',
      url: `${secure}://${host}/mcp`,
      ...times,
    };
  }

  #proxy(): Record<string, string | undefined> {
    const none = { HTTP_PROXY: undefined, HTTPS_PROXY: undefined, NO_PROXY: undefined, no_proxy: undefined };
    if (!this.way.startsWith('proxy')) return none;
    const address = `http://127.0.0.1:${portOf(this.#servers.at(-1)!)}`;
    return { ...none, HTTP_PROXY: address, HTTPS_PROXY: address };
  }

  #listen(server: Server): Promise<number> {
    this.#servers.push(server);
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(portOf(server))));
  }

  /** One connection of the client: passed on, after `CONNECT` where the way is a proxy to TLS. */
  #between(socket: Socket, behind: number): void {
    if (this.passed >= this.#cut.after && !this.#cut.silent) return void socket.destroy();
    const onward = dial(behind, '127.0.0.1');
    for (const end of [socket, onward]) {
      this.#sockets.add(end.on('error', () => {}));
      end.on('close', () => this.#sockets.delete(end));
    }
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.end());
    onward.on('data', (bytes) => this.#answer(socket, bytes));
    if (this.way !== 'proxy to tls') return void socket.on('data', (bytes) => onward.write(bytes));
    socket.once('data', () => {
      this.#answer(socket, Buffer.from('HTTP/1.1 200 OK\r\n\r\n'));
      socket.on('data', (bytes) => onward.write(bytes));
    });
  }

  #answer(socket: Socket, bytes: Buffer): void {
    const left = this.#cut.after - this.passed;
    this.passed += bytes.length;
    if (bytes.length <= left) return void socket.write(bytes);
    socket.write(bytes.subarray(0, Math.max(0, left)));
    if (this.#cut.silent) return;
    for (const one of this.#sockets) one.destroySoon();
  }
}

/** A failure says something of the wire, and is no trace of our own code. */
function isTold(message: string): boolean {
  return message.length > 20 && !/undefined|is not a function|Cannot read|\bat .*:\d+:\d+/.test(message);
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function answerer(events: boolean): (request: IncomingMessage, response: ServerResponse) => void {
  return async (request, response) => {
    const text = Buffer.concat(await request.toArray().catch(() => [])).toString();
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(text) as { id?: number; method: string };
    if (id === undefined) return void response.writeHead(202).end();
    const reply = JSON.stringify({ jsonrpc: '2.0', id, result: RESULTS[method] ?? {} });
    response.writeHead(200, { 'content-type': events ? 'text/event-stream' : 'application/json' });
    response.end(events ? `: a comment\r\n\r\nid: 1\r\ndata: ${reply}\r\n\r\n` : reply);
  };
}
