/** Protocol violations, counted by code: the first one's wording is kept, with a few excerpts as evidence. */
import type { Fault } from '../../types/connection.js';
import { clip, oneLine } from '../../util/text.js';

const EXCERPTS = 5;
const EXCERPT_LENGTH = 200;

/** Faults that explain why an answer never came. */
export const FRAMING_FAULTS = [
  'content-length-framing',
  'embedded-newline',
  'invalid-utf8',
  'nested-too-deep',
  'unmatched-id',
  'stdout-noise',
] as const;

/** The server went away when nothing was asked of it. */
export const ENDED_UNASKED = 'server-ended';

interface Entry {
  code: string;
  message: string;
  count: number;
  excerpts: string[];
}

export class FaultLog {
  private readonly entries = new Map<string, Entry>();
  /** Until this is over, more may have to be told of a server that is leaving. */
  pending: Promise<void> | undefined;

  add(code: string, message: string, excerpt?: string): void {
    let entry = this.entries.get(code);
    if (!entry) {
      entry = { code, message, count: 0, excerpts: [] };
      this.entries.set(code, entry);
    }
    entry.count += 1;
    if (excerpt !== undefined && entry.excerpts.length < EXCERPTS) {
      entry.excerpts.push(
        JSON.stringify(clip(oneLine(excerpt.slice(0, 4 * EXCERPT_LENGTH)), EXCERPT_LENGTH)),
      );
    }
  }

  list(): Fault[] {
    return [...this.entries.values()].map(({ code, message, count, excerpts }) => ({
      code,
      message: excerpts.length ? `${message}: ${excerpts.join(', ')}${more(count, excerpts)}` : message,
      count,
    }));
  }

  /** The message of the first of these codes that was seen, to explain an answer that never came. */
  find(codes: readonly string[]): string | undefined {
    return this.list().find((fault) => codes.includes(fault.code))?.message;
  }
}

function more(count: number, excerpts: string[]): string {
  return count > excerpts.length ? ` and ${count - excerpts.length} more` : '';
}
