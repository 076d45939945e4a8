/**
 * One direction of a connection over stdio. Bytes are passed on as they come, as soon as the messages that end in them
 * are written down; only where something is to be injected does a line have to be whole before any of it goes on.
 */
import type { Readable, Writable } from 'node:stream';
import { WireLines } from './wire-lines.js';

export interface FlowInit {
  source: Readable;
  target: Writable;
  /** A message that is about to be passed on. */
  seen(line: Buffer): void;
  /** A message too long to be looked at. */
  unread(bytes: number): void;
  /** In place of passing a line on: `pass` does it. */
  decide?(line: Buffer, pass: () => void): void;
}

export interface Flow {
  /** Resolves when the source has ended, all of it passed on. */
  done: Promise<void>;
  /** When something last came, on the monotonic clock. */
  lastAt(): number;
}

export function startFlow({ source, target, seen, unread, decide }: FlowInit): Flow {
  let last = performance.now();
  const pass = (bytes: Buffer): void => {
    if (target.destroyed || target.writableEnded || target.write(bytes)) return;
    // Who does not read is not spoken to: nothing piles up here.
    source.pause();
    const resume = (): void => {
      target.off('drain', resume).off('close', resume);
      last = performance.now();
      source.resume();
    };
    target.on('drain', resume).on('close', resume);
  };
  const lines = new WireLines(
    decide
      ? { line: (line) => decide(line, () => pass(line)), part: pass, tooLong: unread }
      : { line: seen, tooLong: unread },
  );
  const done = new Promise<void>((resolve) => {
    const end = (): void => {
      lines.end();
      resolve();
    };
    source.on('data', (chunk: Buffer) => {
      last = performance.now();
      // Written down first: what somebody heard is in the recording, whenever we are killed.
      lines.push(chunk);
      if (!decide) pass(chunk);
    });
    source
      .once('end', end)
      .once('close', () => resolve())
      .once('error', () => resolve());
  });
  return { done, lastAt: () => last };
}
