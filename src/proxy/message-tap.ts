/** The messages in an HTTP body that passes by: JSON when it is over, an event stream as it comes. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import { DECODERS } from '../client/http/http-client.js';
import { SseParser } from '../client/http/sse-parser.js';
import { HeldBytes } from '../client/session/held-bytes.js';

/** JSON of more than that does not fit into a string. */
const LONGEST = 256 * 1024 * 1024;

export interface MessageSink {
  message(bytes: Buffer): void;
  /** Too large to be looked at. */
  unread(bytes: number): void;
}

export interface BodyTap {
  push(chunk: Buffer): void;
  /** The body is over. */
  end(): void;
}

export function tapBody(headers: IncomingHttpHeaders, sink: MessageSink): BodyTap {
  const isStream = /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
  const tap = isStream ? tapEvents(sink) : tapWhole(sink);
  const decoder = DECODERS.get(headers['content-encoding']?.trim().toLowerCase() ?? '')?.();
  return decoder ? decoded(decoder, tap) : tap;
}

function decoded(decoder: Transform, tap: BodyTap): BodyTap {
  decoder.on('data', (chunk: Buffer) => tap.push(chunk));
  decoder.once('end', () => tap.end()).on('error', () => tap.end());
  return { push: (chunk) => void decoder.write(chunk), end: () => void decoder.end() };
}

function tapWhole(sink: MessageSink): BodyTap {
  const held = new HeldBytes();
  let size = 0;
  return {
    push(chunk) {
      size += chunk.length;
      if (size <= LONGEST) held.add(chunk);
      else held.clear();
    },
    end() {
      if (size > LONGEST) sink.unread(size);
      else if (size > 0) sink.message(held.take(Buffer.alloc(0)));
    },
  };
}

function tapEvents(sink: MessageSink): BodyTap {
  let isBroken = false;
  let size = 0;
  const parser = new SseParser(({ data, event }) => {
    if (event === 'message') sink.message(Buffer.from(data));
  }, LONGEST);
  return {
    push(chunk) {
      size += chunk.length;
      if (isBroken) return;
      try {
        parser.push(chunk);
      } catch {
        isBroken = true;
      }
    },
    end() {
      if (isBroken) sink.unread(size);
    },
  };
}
