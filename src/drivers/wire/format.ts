/**
 * How programs speak to a provider, seen from the provider: a request is read into plain messages and tools, a turn
 * becomes the answer that the program expects, whole or as a stream. One file a format.
 */
import type { ServerResponse } from 'node:http';
import type { Finish, Usage } from '../../types/driver.js';

/** A tool as the program presented it. */
export interface WireTool {
  name: string;
  /** Names are unique within it; Codex has one for each server. */
  namespace?: string;
  description?: string;
  schema?: unknown;
}

export interface WireCall {
  id?: string;
  name: string;
  namespace?: string;
  args: unknown;
}

export type WireMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: WireCall[] }
  | { role: 'tool'; results: { id?: string; text: string }[] };

export interface WireRequest {
  model: string;
  system: string;
  tools: WireTool[];
  messages: WireMessage[];
  stream: boolean;
  /** The shape that a plain answer must have, where JSON is asked for. */
  schema?: unknown;
}

/** A turn in the words of the wire. */
export interface WireTurn {
  /** Unique in the run. */
  id: string;
  model: string;
  text?: string;
  calls: (WireCall & { id: string })[];
  usage: Usage;
  finish: Finish;
}

export interface WireFormat {
  /** The path of a request for a turn, below any base. */
  path: RegExp;
  /** `body` is an object; what it holds is not known. */
  read(body: Record<string, unknown>, path: string): WireRequest;
  /** The whole answer. */
  whole(turn: WireTurn): unknown;
  /** The same as events: what each is called, where it has a name, and what it holds. */
  events(turn: WireTurn): { event?: string; data: unknown }[];
  /** What ends the stream, beside its last event. */
  last?: string;
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

export function sendTurn(
  response: ServerResponse,
  format: WireFormat,
  turn: WireTurn,
  stream: boolean,
): void {
  if (!stream) {
    sendJson(response, 200, format.whole(turn));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const { event, data } of format.events(turn))
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
  response.end(format.last === undefined ? undefined : `data: ${format.last}\n\n`);
}
