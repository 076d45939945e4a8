/** What is changed on purpose: one reply of a passing test, with what else was answered in the run. */
import type { RpcError } from '../types/connection.js';
import type { MutantFamily } from '../types/strength.js';
import type { Assertion } from '../types/suite.js';
import { ownValue } from '../util/plain.js';

/** The part of a reply that may be changed; everything else of it stays. */
export interface Answer {
  result?: unknown;
  error?: RpcError;
  /** Kept when the test looks at them. */
  notifications?: unknown[];
  progress?: unknown[];
  cancelled?: boolean;
}

/** Whether it is an error, of the server or of the tool. */
export function isFailure({ result, error }: Answer): boolean {
  return error !== undefined || ownValue(result, 'isError') === true;
}

export interface Subject {
  answer: Answer;
  /** `tool`, `resource` or `prompt`. */
  kind: string;
  /** What was asked with: arguments, or a URI. */
  asked: unknown;
  /** What other tests got from the same tool. */
  siblings: Answer[];
  /** What another test got from the same tool. */
  swap?: Answer;
  /** What the server answered to the call before. */
  stale?: Answer;
}

/** One way to change an answer. Nothing is changed before `make` is called. */
export interface Candidate {
  family: MutantFamily;
  /** A target, `*` for every item of a list. */
  path: string;
  change: string;
  /** Candidates of one place share it, so that a choice is spread over the places. */
  spot: string;
  /** The words that are changed, where only they are. */
  piece?: string;
  make(): Answer;
  /** Assertions that might notice; the first that does is proposed. */
  ideas(): Assertion[];
}
