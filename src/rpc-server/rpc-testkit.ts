/** A small server for the tests of this folder: a few methods in both eras, and all that it sends and logs. */
import type { Era } from '../types/connection.js';
import { createServer, type Eras, type RpcServer } from './create-server.js';
import { META } from './eras.js';
import { createPeer, type Peer } from './peer.js';
import type { Exchange, Method, Send } from './rpc.js';

const METHODS: Record<string, Method> = {
  greet: ({ params }) => ({ hello: params.name }),
  /** Answers only when it is cancelled, and then with nothing. */
  wait: ({ signal, onWait }) => {
    onWait?.();
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
  },
  /** Says something before it answers. */
  report: ({ send }) => {
    send({ jsonrpc: '2.0', method: 'notifications/progress' });
    return { done: true };
  },
  break: () => {
    throw new Error('two\nlines');
  },
  'tools/call': ({ params }) => ({ called: params.name }),
};

function initialize({ params, peer }: Exchange): Record<string, unknown> {
  peer.revision = String(params.protocolVersion);
  return { protocolVersion: peer.revision };
}

export interface SmallServerOptions {
  protocol?: Eras;
  hasNews?: boolean;
  inputSchema?: unknown;
}

export function smallServer(options: SmallServerOptions = {}): RpcServer & { logs: string[] } {
  const logs: string[] = [];
  const get = (era: Era, method: string): Method | undefined => {
    if (method === 'initialize') return era === 'legacy' ? initialize : undefined;
    return Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  };
  const server = createServer({
    identity: { name: 'small', version: '1' },
    protocol: options.protocol ?? 'both',
    methods: { get },
    createPeer,
    inputSchema: () => options.inputSchema,
    hasNews: options.hasNews,
    onLog: (line) => logs.push(line),
  });
  return { ...server, logs };
}

export interface SentMessage {
  message: unknown;
  status: number | undefined;
}

/** What a server sends when it is given one message. */
export async function replies(server: RpcServer, message: unknown, peer: Peer): Promise<SentMessage[]> {
  const sent: SentMessage[] = [];
  const send: Send = (answer, status) => sent.push({ message: answer, status });
  await server.handle(message, send, peer);
  return sent;
}

export const call = (method: string, params?: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** The envelope of a request of the modern era. */
export const ENVELOPE = { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: {} };

/** One HTTP request with the headers of a client; a body that is no text is sent as JSON. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const usual = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(url, { method: 'POST', headers: { ...usual, ...headers }, body: text });
}

/** The events of a stream, one at a time. */
export async function* eventsOf(response: Response): AsyncGenerator<{ event: string; data: string }> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      yield { event, data };
    }
  }
}
