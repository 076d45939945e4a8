/** Everything that went over one connection, in order: the evidence of every check. */
import type { Frame } from '../../types/conformance.js';
import { isObject } from '../../util/plain.js';
import { clip } from '../../util/text.js';

/** As much of a frame as is kept; what is judged is the whole. */
const FRAME_LENGTH = 2000;

export type Message = Record<string, unknown>;

export interface Received {
  frame: Frame;
  message: Message;
}

/** What on stdout is no message: its kind, and the line. */
export interface OddLine {
  kind: 'noise' | 'several-lines' | 'utf8' | 'byte-order-mark';
  frame: Frame;
}

export class Transcript {
  readonly frames: Frame[] = [];
  readonly sent: Received[] = [];
  readonly received: Received[] = [];
  /** Answers in a list, as only 2025-03-26 allows them. */
  readonly batches: Frame[] = [];
  readonly odd: OddLine[] = [];
  private readonly start = performance.now();

  send(text: string, http?: string): Frame {
    const frame = this.add('sent', text, http);
    for (const value of text.split('\n').flatMap(parsed))
      if (isObject(value)) this.sent.push({ frame, message: value });
    return frame;
  }

  /** A message, or a batch of them. */
  receive(value: unknown, text: string, http?: string): { frame: Frame; messages: Message[] } {
    const frame = this.add('received', text, http);
    if (Array.isArray(value)) this.batches.push(frame);
    const messages = [value].flat().filter(isObject);
    for (const message of messages) this.received.push({ frame, message });
    return { frame, messages };
  }

  /** Something that is no message. */
  note(text: string, http?: string): Frame {
    return this.add('received', text, http);
  }

  private add(direction: Frame['direction'], text: string, http?: string): Frame {
    const at_ms = Math.round(performance.now() - this.start);
    const frame: Frame = { direction, at_ms, text: clip(text, FRAME_LENGTH) };
    if (http !== undefined) frame.http = http;
    this.frames.push(frame);
    return frame;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isResponse(message: Message): boolean {
  return (
    !Object.hasOwn(message, 'method') && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'))
  );
}

export function isRequest(message: Message): boolean {
  return Object.hasOwn(message, 'method') && Object.hasOwn(message, 'id');
}

export function isNotification(message: Message): boolean {
  return Object.hasOwn(message, 'method') && !Object.hasOwn(message, 'id');
}
