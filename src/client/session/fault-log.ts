/**
 * Protocol violations, counted by code and by what they are about: the first one's wording is kept, with a few excerpts as
 * evidence.
 */
import { isPlainAnswer } from '../../shapes/plain-answer.js';
import type { Era, Fault } from '../../types/connection.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { clip, oneLine, show } from '../../util/text.js';

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

/** Of one code. */
const MOST_SUBJECTS = 20;

/** Whoever mends so many looks again. */
const MOST_REFUSALS = 50;

export class FaultLog {
  private readonly entries = new Map<string, Entry>();
  private refusals = 0;
  /** Until this is over, more may have to be told of a server that is leaving. */
  pending: Promise<void> | undefined;

  add(code: string, message: string, excerpt?: string): void {
    const entry = this.entry(code, { code, message });
    entry.count += 1;
    if (excerpt !== undefined && entry.excerpts.length < EXCERPTS) {
      entry.excerpts.push(
        JSON.stringify(clip(oneLine(excerpt.slice(0, 4 * EXCERPT_LENGTH)), EXCERPT_LENGTH)),
      );
    }
  }

  /** `about`: a method or another word; what is wrong with one is not told as twice wrong with another. */
  addAbout(about: unknown, code: string, message: string): void {
    const key = `${code}\0${show(about)}`;
    const several = [...this.entries.values()].filter((one) => one.code === code).length >= MOST_SUBJECTS;
    // The words are the server's, and it may have any number of them.
    const first = several && !this.entries.has(key) && [...this.entries].find(([, one]) => one.code === code);
    this.entry(first ? first[0] : key, { code, message }).count += 1;
  }

  private entry(key: string, { code, message }: Pick<Entry, 'code' | 'message'>): Entry {
    const known = this.entries.get(key) ?? { code, message, count: 0, excerpts: [] };
    this.entries.set(key, known);
    return known;
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
