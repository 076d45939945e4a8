/** What will run, decided before anything does: a pure function of suites and selection. */
import type { AgentCli } from '../util/agent-names.js';
import type { AgentSpec, Suite, TestSpec } from './suite.js';

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
  /** The folder that it reads as `${tmp}`, made anew for each attempt. */
  tmp?: string;
}

/** One run of an agent test with one model. */
export interface PlannedRun {
  /** Deterministic, as that of a case. */
  id: string;
  /** `NAME`, `NAME #2`, `NAME [model]` or `NAME [model] #2`. */
  name: string;
  /** Counted from 1. */
  run: number;
  /** The command that does this run again. */
  repro: string;
}

/** An agent that somebody else wrote, and the model that it asks. */
export interface PlannedCli {
  name: AgentCli;
  model: string;
}

/** An agent test with one model, over its runs: what gates and floors are about. */
export interface PlannedGroup {
  suite: Suite;
  agent: AgentSpec;
  /** The row's name without the number of the run. */
  name: string;
  /** `NAME/MODEL` where an agent that somebody else wrote asks the model. */
  model?: string;
  cli?: PlannedCli;
  /** Only those that were selected. */
  runs: PlannedRun[];
  /** Whether all of its runs were selected; gates over part of them mean nothing. */
  complete: boolean;
}

export interface Plan {
  suites: Suite[];
  /** In file order. */
  cases: PlannedCase[];
  /** Agent tests, in file order. */
  groups: PlannedGroup[];
  /** How many tests the suites hold before selection. */
  total: number;
  /** What the selection asked for, and no test has. */
  remarks?: string[];
  /** What it is a shard of; absent when it is the whole. */
  part_of?: WholePlan;
  /** Suites of which other shards have tests too. */
  split?: Suite[];
}

export interface WholePlan {
  /** Those that have a test in it. */
  suites: Suite[];
  /** The ids of all rows, in the order of a run of the whole. */
  rows: string[];
  /** The hash of the durations that the split was made by. */
  timings?: string;
}

export interface Selection {
  /** Plain text or `re:REGEX`; of several, any. */
  filter?: string | readonly string[];
  /** Also the tests that the same servers answer before those that the filter chooses. */
  with_earlier?: boolean;
  tags?: string[];
  skip_tags?: string[];
  /** Only these rows, by id. */
  ids?: string[];
}

/** One of several parts of a plan, counted from 1. */
export interface Shard {
  index: number;
  total: number;
}

/** How long tests took, as a committed file says. */
export interface Timings {
  /** By the id of the row. */
  durations_ms: ReadonlyMap<string, number>;
  /** Of what the file says, however it is written. */
  hash: string;
}
