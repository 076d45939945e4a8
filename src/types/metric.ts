/**
 * A metric: one block of the suite language, and the pure function that turns the traces of a test's
 * runs into figures. `metrics/blocks.ts` lists them all, `metrics/registry.ts` how each is measured.
 */
import type { ToolDef } from './catalog.js';
import type { DistractorChoices, MeasuredFloor } from './envelope.js';
import type { Assertion } from './suite.js';
import type { Trace } from './trace.js';

/** Tools that do the same job: any member is a good choice. */
export interface ToolClass {
  name: string;
  /** `server.tool`, or the bare name of a tool on any server. */
  members: string[];
}

export interface MetricContext {
  /** Declared server names. */
  servers: string[];
  prompt?: string;
  /** Server name → its tools; where absent, the catalogue in the traces is read. */
  catalog?: Record<string, ToolDef[]>;
  /** Equal-function classes declared on the same test. */
  classes?: ToolClass[];
  /** cl100k_base; loaded by the caller when `needs` has `tokens`. */
  countTokens?: (text: string) => number;
  /** Whether a value is valid under a schema, undefined when the schema itself is unusable; for `needs` `schemas`. */
  validate?: (schema: unknown, value: unknown) => boolean | undefined;
  /**
   * Whether a field of a call's arguments meets a matcher, undefined when that cannot be judged; for
   * `needs` `matchers`.
   */
  matches?: (matcher: unknown, args: unknown, field: string) => boolean | undefined;
}

/** Calls of one run that a metric counted as the same thing. */
export interface CountedCalls {
  /** What they were counted as, in a few words: `unexpected`, `in a loop`. */
  as: string;
  /** Whether that is good for the run. */
  good: boolean;
  /** Their places in the trace, counted from 0. */
  calls: number[];
}

/** Why figures are what they are: a clause that names the calls, tools or values that were counted. */
export interface Explanation {
  /** The figures that it explains. */
  targets: string[];
  /** The run that it is about, by its place among the traces; absent when it is about all of them. */
  run?: number;
  text: string;
  /** Lines to be read below it, such as a path beside the calls. */
  details?: string[];
  /** The calls that it is about: of `run`, or of the only run. */
  counted?: () => CountedCalls[];
}

export interface MetricResult {
  /** Full target → figure. What could not be computed has no key. */
  figures: Record<string, number>;
  /** Target → why it has no figure. */
  absent?: Record<string, string>;
  /** What was counted how, and for which figure. */
  explain: Explanation[];
  /** What a reader of the row should know of how it was measured. */
  notes?: string[];
  /** A letter beside the figures, where the block has one. */
  grade?: string;
  floor?: MeasuredFloor;
  distractors?: DistractorChoices;
}

/** The keys of metric blocks in a suite. */
export type MetricBlock =
  | 'equal_function_sets'
  | 'tool_selection'
  | 'distractors'
  | 'discovery'
  | 'orchestration'
  | 'token_efficiency'
  | 'tool_edges'
  | 'trajectory'
  | 'golden_path'
  | 'stability'
  | 'recovery'
  | 'narrative';

export type MetricNeed = 'tokens' | 'catalog' | 'schemas' | 'matchers';

export interface Metric {
  preview?: boolean;
  needs: MetricNeed[];
  /** What `expect:` may name. `<n>` stands for a whole number. */
  targets: string[];
  /** The gate of a block without `expect:`. */
  defaults(block: Record<string, unknown>): Assertion[];
}

/** The figures of a block from the traces of a test's runs. */
export type Measure<Block> = (traces: Trace[], block: Block, ctx: MetricContext) => MetricResult;
