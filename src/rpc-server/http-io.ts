/** Bodies in, answers out: JSON at once, or an event stream for a call that takes its time. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorMessage, type Send } from './rpc.js';

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The whole body, or undefined when it is too large. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= MAX_BODY_BYTES) parts.push(part);
      else parts.length = 0;
      // Read on without keeping it, so that a client gets to hear the refusal; but not for ever.
      if (size > MAX_BODY_BYTES * 16) request.destroy();
    });
    request.on('end', () =>
      resolve(size > MAX_BODY_BYTES ? undefined : Buffer.concat(parts).toString('utf8')),
    );
    request.on('error', reject);
    request.on('close', () => resolve(undefined));
  });
}

/** An HTTP status with a JSON-RPC error that belongs to no request. */
export function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  sendJson(response, status, errorMessage(null, code, message));
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

export interface HttpReply {
  send: Send;
  /** Open the event stream: on it a call that is cancelled can end without an answer. */
  stream(): void;
  end(): void;
}

export function openEventStream(response: ServerResponse): void {
  if (response.headersSent) return;
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
  });
  response.flushHeaders();
}

export function createReply(response: ServerResponse, isRequest: boolean): HttpReply {
  const openStream = () => openEventStream(response);
  const raw = (text: string, status = 200) => {
    if (response.writableEnded || response.destroyed) return;
    if (response.headersSent) response.write(`event: message\ndata: ${text}\n\n`);
    else response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
  const send: Send = (message, status) => {
    // What is not the answer itself comes before it, and that takes a stream.
    const isAnswer =
      Array.isArray(message) || (Object.hasOwn(message, 'id') && !Object.hasOwn(message, 'method'));
    if (!isAnswer && !response.destroyed) openStream();
    raw(JSON.stringify(message), status);
  };
  send.raw = (text) => raw(text);
  send.hangUp = () => response.destroy();
  return {
    send,
    stream: openStream,
    end() {
      if (response.writableEnded) return;
      if (response.headersSent) response.end();
      else response.writeHead(isRequest ? 200 : 202).end();
    },
  };
}
