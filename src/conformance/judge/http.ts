/** What checks of HTTP need of a world: answers with their status. */
import { NotTestable } from '../check.js';
import { HttpPort } from '../wire/http-port.js';
import type { Exchange, HttpAnswer } from '../wire/port.js';
import type { Talk } from '../wire/talk.js';

export function httpOf(exchange: Exchange): HttpAnswer {
  if (exchange.http !== undefined) return exchange.http;
  throw new NotTestable(`the server gave no answer: ${exchange.silence}`, exchange);
}

/** The session that the server gave; undefined where it keeps none. */
export function sessionOf(talk: Talk): string | undefined {
  return talk.port instanceof HttpPort ? talk.port.sessionId : undefined;
}

export function contentType(answer: HttpAnswer): string {
  return (answer.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
