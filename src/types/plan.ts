/** What will run, decided before anything does: a pure function of suites and selection. */
import type { Suite, TestSpec } from './suite.js';

export interface PlannedCase {
  /** Deterministic: the same suite and row give the same id. */
  id: string;
  /** The row's name, unique in its suite. */
  name: string;
  suite: Suite;
  test: TestSpec;
  /** Selected only because a selected test reads one of its captures. */
  pulled_in: boolean;
  /** The command that runs just this case. */
  repro: string;
}

export interface Plan {
  suites: Suite[];
  /** In file order. */
  cases: PlannedCase[];
  /** How many tests the suites hold before selection. */
  total: number;
}

export interface Selection {
  /** Plain text or `re:REGEX`. */
  filter?: string;
  tags?: string[];
  skip_tags?: string[];
}
  /** Only these rows, by id. */
  ids?: string[];
}

/** One of several parts of a plan, counted from 1. */
export interface Shard {
  index: number;
  total: number;
