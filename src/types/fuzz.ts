/** What `mcptest fuzz` and the `fuzz:` block find. Nothing in here depends on the clock: the same seed gives the same bytes. */

/** What can be wrong with how a server takes an input. */
export type FuzzOutcome =
  /** The server went away, or answered that it is broken (HTTP 500). */
  | 'crash'
  /** No answer in time, or none to anything after it. */
  | 'hang'
  /** An answer that is no valid response, noise on stdout, structured content against the output schema. */
  | 'protocol-violation'
  /** A stack trace, a path of the machine, or a secret in the answer. */
  | 'leak'
  /** The input schema forbids the input, and it was answered as if it were valid. */
  | 'accepted-invalid'
  /** Two answers that must agree do not. */
  | 'broken-relation';

export interface FuzzCall {
  tool: string;
  args: Record<string, unknown>;
}

export interface FuzzFailure {
  tool: string;
  outcome: FuzzOutcome;
  /** One sentence. */
  message: string;
  /** The input, as small as it could be made. */
  args: Record<string, unknown>;
  /** Calls that have to come first on a fresh server, in order; absent when the input alone shows it. */
  before?: FuzzCall[];
  /** What was special about the input when it was first seen. */
  input: string;
  /** The case that showed it first, counted from 1. */
  case: number;
  /** How many cases showed the same. */
  times: number;
  /** Whether it showed again on a fresh server. */
  reproduced: boolean;
  /** What the server said, in excerpts that were the same both times. */
  evidence?: string[];
  /** The command that shows it again. */
  repro: string;
  /** An item of `tools:` to paste into a suite: it fails now, and passes when the server is mended. */
  test: string;
}

export interface FuzzedTool {
  name: string;
  cases: number;
  /** Cases that the server answered without an error. */
  answered: number;
  /** Cases that the server refused with an error, as it should with most. */
  refused: number;
  notes?: string[];
}

export interface FuzzResult {
  seed: number;
  /** How many were tried. */
  cases: number;
  tools: FuzzedTool[];
  /** Tools that were not called, and why. */
  left_out: { tool: string; reason: string }[];
  failures: FuzzFailure[];
  /** Seen once and not again on a fresh server: nobody is accused of them. */
  not_reproduced: FuzzFailure[];
  notes: string[];
}
