/** A raw connection: text goes out as it is, and what comes back is kept as it came. Below any client library. */
import type { Frame } from '../../types/conformance.js';
import type { Message, Transcript } from './transcript.js';

export interface SendOptions {
  /** The ids whose answers are awaited; none: nothing is. */
  ids?: readonly unknown[];
  /** Ends the wait as well, when a message satisfies it. */
  until?: (message: Message) => boolean;
  timeoutMs: number;
  /** stdio: write the text in so many pieces. */
  pieces?: number;
  /** HTTP: in place of or beside the usual headers; undefined takes one away. */
  headers?: Record<string, string | undefined>;
  verb?: 'POST' | 'GET' | 'DELETE';
  /** HTTP: without the token. */
  withoutToken?: boolean;
}

export interface HttpAnswer {
  status: number;
  header(name: string): string | undefined;
  body: string;
  /** Of an event stream: whether it ended by itself soon after the answer. */
  ended?: boolean;
}

/** What was sent, and what came of it. */
export interface Exchange {
  frames: Frame[];
  /** The answer whose id is the one that was awaited, or the first of several. */
  reply?: Message;
  replies: Message[];
  /** Every message that came meanwhile, the replies among them. */
  messages: Message[];
  http?: HttpAnswer;
  /** Why no answer came: the deadline, or how the server went. */
  silence?: string;
  duration_ms: number;
}

export interface Port {
  readonly kind: 'stdio' | 'http';
  readonly transcript: Transcript;
  readonly alive: boolean;
  /** Told of each request of the server; what it returns is sent back. */
  onRequest?: (message: Message) => Message | undefined;
  exchange(text: string, options: SendOptions): Promise<Exchange>;
  close(): Promise<void>;
}
