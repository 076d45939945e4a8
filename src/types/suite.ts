/**
 * A suite after validation, in its one spelling: every shorthand is spelled out, durations are
 * milliseconds, `${name}` and `${env:NAME}` are filled in. `${captured.x}` is left for the run.
 */
import type { ServerSpec } from './connection.js';

/** A place in a source file, 1-based. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

/** A matcher as `{ name: operand }`, hyphens already turned into underscores, scalars into `exact`. */
export type Matcher = Record<string, unknown>;

export interface Assertion {
  target: string;
  matcher: Matcher;
  message?: string;
  line?: number;
}

export interface Expectation {
  assertions: Assertion[];
  max_duration_ms?: number;
  max_response_tokens?: number;
}

/** One thing to ask of a server. */
export type Call =
  | { kind: 'tool'; server: string; tool: string; args: unknown }
  | { kind: 'resource'; server: string; uri: string }
  | { kind: 'prompt'; server: string; prompt: string; args: Record<string, unknown> };

export interface Step {
  /** The step's own name when the test has `steps:`. */
  name?: string;
  call: Call;
  expect: Expectation;
  /** Name → target; later steps and tests of this file read `${captured.name}`. */
  capture: Record<string, string>;
  timeout_ms?: number;
}

export type TestKind = 'tool' | 'resource' | 'prompt';

export interface TestSpec {
  name: string;
  kind: TestKind;
  /** The server of the first step. */
  server: string;
  place: Place;
  tags: string[];
  only: boolean;
  /** The reason, when the test is skipped. */
  skip?: string;
  timeout_ms?: number;
  retries?: number;
  /** How many times the whole test is done; every repetition must pass. */
  repeat: number;
  /** One step for a plain test, several with `steps:`. */
  steps: Step[];
}

/** A line of `setup:` or `teardown:`. */
export type Action =
  | { kind: 'call'; call: Call; place: Place }
  | { kind: 'run'; argv: string[]; cwd: string; place: Place };

export interface RunOptions {
  concurrency?: number;
  retries?: number;
  timeout_ms?: number;
  fail_fast?: boolean;
}

export interface Suite {
  /** Absolute path; for inline text the path it would have. */
  file: string;
  /** As the user would type it from the current folder, forward slashes. */
  display_file: string;
  dir: string;
  servers: Record<string, ServerSpec>;
  tests: TestSpec[];
  setup: Action[];
  teardown: Action[];
  run_options: RunOptions;
  coverage?: { tools?: number };
}

/** One thing wrong with a suite. `path` is an RFC 6901 pointer, `hint` a did-you-mean or null. */
export interface SuiteProblem {
  path: string;
  message: string;
  hint: string | null;
  file: string;
  line: number;
  column: number;
}
