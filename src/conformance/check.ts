/** What a check is, and the words in which it says what it found. */
import type { Frame, Level } from '../types/conformance.js';
import type { Exchange } from './wire/port.js';
import type { World } from './world.js';

export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

export type Revision = (typeof REVISIONS)[number];

/**
 * Where a check runs: in the conversation that all share, in one that may be spoilt and is then opened again, in one of
 * its own, over what all of them saw when they are done, as the last word on the spoilt one (`parting`), or at the very
 * end because it ends a process.
 */
export type Lane = 'shared' | 'rough' | 'parting' | 'own' | 'afterwards' | 'ending';

export interface ConformanceCheck {
  /** Stable; the same whether it passes or fails. */
  id: string;
  /** What holds of a server that passes. */
  title: string;
  level: Level;
  /** The first and the last revision in which the rule holds; all of them when absent. */
  since?: Revision;
  until?: Revision;
  /** Only over this transport. */
  on?: 'stdio' | 'http';
  /** The capability without which it does not apply, such as `resources.subscribe`. */
  needs?: string;
  /** The page and section of the specification; `modern` where 2026-07-28 has it elsewhere. */
  spec: string | { legacy: string; modern: string };
  /** Ids of the same check in the official suite. */
  official?: string[];
  /** What to do about it. */
  fix: string;
  lane?: Lane;
  run(world: World): Promise<Outcome> | Outcome;
}

export interface Outcome {
  kept: boolean;
  message: string;
  frames: Frame[];
}

/** Declares a check; the one line that all files of `checks/` share. */
export function check(one: ConformanceCheck): ConformanceCheck {
  return one;
}

export function kept(message: string, ...evidence: Evidence[]): Outcome {
  return { kept: true, message, frames: framesOf(evidence) };
}

export function broken(message: string, ...evidence: Evidence[]): Outcome {
  return { kept: false, message, frames: framesOf(evidence) };
}

/** `broken` with the first of the problems, `kept` where there is none. */
export function judged(problems: readonly string[], good: string, ...evidence: Evidence[]): Outcome {
  const [first, ...more] = problems;
  if (first === undefined) return kept(good, ...evidence);
  return broken(more.length === 0 ? first : `${first} (and ${more.length} more)`, ...evidence);
}

export type Evidence = Exchange | Frame;

function framesOf(evidence: readonly Evidence[]): Frame[] {
  return evidence.flatMap((one) => ('frames' in one ? one.frames : [one]));
}

/** Thrown by a check that has nothing to judge: the server does not offer it, or never did it. */
export class NotApplicable extends Error {
  readonly status = 'not-applicable';
}

/** Thrown by a check that should have judged and could not. */
export class NotTestable extends Error {
  readonly status = 'not-testable';
  readonly frames: Frame[];

  constructor(message: string, ...evidence: Evidence[]) {
    super(message);
    this.frames = framesOf(evidence);
  }
}
