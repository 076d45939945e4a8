/** A verb: one tool of the front door, with everything that it needs standing on it. */
import type { InvocationRedactor } from '../redact/open-redactor.js';
import type { LearnInput } from '../verbs/learn.js';
import type { Drafts } from './drafts.js';

export type Args = Record<string, unknown>;
export type Schema = Record<string, unknown>;

export interface Verb {
  name: string;
  title: string;
  description: string;
  input: Schema;
  output: Schema;
  /** It starts the server under test or writes files: listed and run only with `--enable-writes`. */
  writes?: true;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint: boolean;
  };
  run(args: Args, call: VerbCall): Promise<Record<string, unknown>>;
  /** How the answer is written; as JSON without white space where it does not say. */
  written?: (answer: unknown) => string;
}

/** What one call may use. */
export interface VerbCall {
  workspace: string;
  env: NodeJS.ProcessEnv;
  writes: boolean;
  /** Aborted when the client cancels or leaves, or when the time is over. */
  signal: AbortSignal;
  /** Knows the secrets of this call; goes to every verb that may meet one. */
  redactor: InvocationRedactor;
  /** Suites that callers of this front door work on. */
  drafts: Drafts;
  /** Tells the client how far the work is, when it asked. */
  progress(done: number, total?: number, message?: string): void;
  /** The target that the arguments name, after the gate. Throws when it may not be started. */
  target(args: Args): Promise<LearnInput>;
}
