/**
 * A server over stdio: one JSON message a line. The end of the input ends it: delayed answers are
 * dropped, all others are flushed first.
 */
import type { Readable, Writable } from 'node:stream';
import type { RpcServer } from './create-server.js';
import { CODE } from './eras.js';
import { abandon, type Peer } from './peer.js';
import { errorMessage, type Send } from './rpc.js';

const NEWLINE = 0x0a;

export interface StdioOptions {
  input: Readable;
  output: Writable;
  /** Ends the service as the end of the input does. */
  signal?: AbortSignal;
  /** Takes a line for stderr. */
  log?: (line: string) => void;
  /** The longest line that is read; 64 MB unless told. */
  max_line_bytes?: number;
}

export async function serveStdio<P extends Peer>(server: RpcServer<P>, options: StdioOptions): Promise<void> {
  const { input, output } = options;
  const maxLine = options.max_line_bytes ?? 64 * 1024 * 1024;
  const log = options.log ?? (() => {});
  const peer = server.createPeer(false);
  const open = new Set<Promise<void>>();
  let broken = false;
  const write = (line: string) => {
    if (broken || output.write(`${line}\n`)) return;
    // A client that asks without reading is not read either, until it has caught up.
    input.pause();
    output.once('drain', () => input.resume());
  };
  const send: Send = (message) => write(JSON.stringify(message));
  send.raw = write;
  send.hangUp = () => {
    broken = true;
    input.destroy();
  };
  peer.tell = send;
  const onLine = (line: string) => {
    if (line.trim() === '') return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      send(errorMessage(null, CODE.parse, 'Parse error: a message is one line of JSON'));
      return;
    }
    const task = server.handle(message, send, peer).finally(() => open.delete(task));
    open.add(task);
  };

  await new Promise<void>((resolve) => {
    if (options.signal?.aborted) resolve();
    options.signal?.addEventListener('abort', () => resolve(), { once: true });
    output.on('error', () => {
      broken = true;
      resolve();
    });
    readLines(input, maxLine, {
      line: onLine,
      tooLong: () => {
        log(`A line of the input is longer than ${maxLine} bytes; the server stops.`);
        input.destroy();
      },
      end: resolve,
    });
  });

  abandon(peer);
  await Promise.allSettled(open);
  if (!broken && !output.destroyed) await new Promise<void>((resolve) => output.write('', () => resolve()));
}

interface LineSink {
  line(text: string): void;
  tooLong(): void;
  /** There is no more input. */
  end(): void;
}

/** Splits before it decodes, so that a character torn between two chunks stays whole. */
function readLines(input: Readable, maxLine: number, sink: LineSink): void {
  let parts: Buffer[] = [];
  let size = 0;
  const take = () => {
    const line = Buffer.concat(parts).toString('utf8');
    parts = [];
    size = 0;
    sink.line(line);
  };
  input.on('data', (data: Buffer | string) => {
    const chunk = typeof data === 'string' ? Buffer.from(data) : data;
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, end));
      from = end + 1;
      take();
    }
    if (from === chunk.length) return;
    parts.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > maxLine) sink.tooLong();
  });
  input.on('error', () => sink.end());
  input.on('close', () => sink.end());
  input.on('end', () => {
    if (size > 0) take();
    sink.end();
  });
}
