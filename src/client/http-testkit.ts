/** Loopback HTTP servers for the tests of this folder, honest ones and others. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ServerSpec } from '../types/connection.js';
import { spec } from './chaos-testkit.js';

export interface TestRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** The parsed body of a POST. */
  body: { id?: number; method?: string; params?: Record<string, unknown> } & Record<string, unknown>;
}

export type Handler = (asked: TestRequest, response: ServerResponse) => void;

/** A loopback server, closed after the test; every request is noted. */
export async function serve(handler: Handler): Promise<{ url: string; asked: TestRequest[] }> {
  const asked: TestRequest[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const entry = { method, path: url, headers, body: bodyOf(text, headers['content-type']) };
      asked.push(entry);
      handler(entry, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, asked };
}

function bodyOf(text: string, type = ''): TestRequest['body'] {
  if (text === '') return {};
  return type.includes('json') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}

export function json(response: ServerResponse, value: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

export const result = (id: unknown, value: object) => ({ jsonrpc: '2.0', id, result: value });
export const hello = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'h', version: '1' },
};

/** An honest server; `call` decides what becomes of everything after the handshake. */
export function honest(call: Handler, sessionId = 'abc'): Handler {
  return (asked, response) => {
    if (asked.method === 'DELETE') response.writeHead(200).end();
    else if (asked.body.method === 'initialize') {
      json(response, result(asked.body.id, hello), 200, { 'mcp-session-id': sessionId });
    } else if (asked.body.method?.startsWith('notifications/')) response.writeHead(202).end();
    else call(asked, response);
  };
}

export function http(url: string, extra: Partial<ServerSpec> = {}): ServerSpec {
  return spec({ url, ...extra });
}
