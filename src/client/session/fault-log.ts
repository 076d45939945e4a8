/** Protocol violations, counted by code: the first one's wording is kept, with a few excerpts as evidence. */
import { isPlainAnswer } from '../../shapes/plain-answer.js';
import type { Era, Fault } from '../../types/connection.js';
import { omitUndefined } from '../../util/omit-undefined.js';
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

/** The official clients refuse an answer; there is one for each place. */
export const CLIENT_REFUSES = 'client-refuses';

/** The server went away when nothing was asked of it. */
export const ENDED_UNASKED = 'server-ended';

interface Entry {
  code: string;
  message: string;
  count: number;
  excerpts: string[];
  place?: FaultPlace;
}

type FaultPlace = Required<Fault>['place'];

/** Whoever mends so many looks again. */
const MOST_REFUSALS = 50;

export class FaultLog {
  private readonly entries = new Map<string, Entry>();
  private refusals = 0;
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

  /** Whether the official clients would take an answer; what they refuse is told place by place. */
  async holdToClients(method: string, result: unknown, era: Era): Promise<void> {
    if (isPlainAnswer(method, result, era)) return;
    const { refusalsOf } = await import('../../shapes/refusals.js');
    for (const { entry = '', tool, pointer, message } of refusalsOf(method, result, era)) {
      const key = [CLIENT_REFUSES, method, entry, pointer].join('\0');
      const known = this.entries.get(key);
      if (known) known.count += 1;
      else if (this.refusals < MOST_REFUSALS) {
        this.refusals += 1;
        const place = omitUndefined({ method, tool, pointer });
        this.entries.set(key, { code: CLIENT_REFUSES, message, count: 1, excerpts: [], place });
      }
    }
  }

  list(): Fault[] {
    return [...this.entries.values()].map(({ code, message, count, excerpts, place }) =>
      omitUndefined({
        code,
        message: excerpts.length ? `${message}: ${excerpts.join(', ')}${more(count, excerpts)}` : message,
        count,
        place,
      }),
    );
  }

  /** The message of the first of these codes that was seen, to explain an answer that never came. */
  find(codes: readonly string[]): string | undefined {
    return this.list().find((fault) => codes.includes(fault.code))?.message;
  }
}

function more(count: number, excerpts: string[]): string {
  return count > excerpts.length ? ` and ${count - excerpts.length} more` : '';
}
