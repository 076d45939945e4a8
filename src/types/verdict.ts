/** What became of a test. `inconclusive` means that it could not be judged; it is never green. */
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'skipped';

/** What became of one check inside a test. */
export type Outcome = 'pass' | 'fail' | 'inconclusive';

/** What a model or a program said of a value. */
export interface JudgedBy {
  model?: string;
  scorer?: string;
  /** Names the rubric, whatever it was applied to. */
  rubric?: string;
  score?: number;
  reason?: string;
  /** Why there is no score. */
  problem?: string;
}

/** One judged statement about a test: an assertion, a limit, or something the runner itself saw. */
export interface Check {
  /** What was looked at: a target such as `result.content[0].text`, or `server`, `duration_ms`, `schema`. */
  target: string;
  /** The matcher's name, or what the runner checked (`alive`, `deadline`). */
  matcher: string;
  /** The operand of the matcher; absent when there is none. */
  expected?: unknown;
  /** What was found; absent when the target does not exist. */
  actual?: unknown;
  outcome: Outcome;
  /** One sentence that a person can act on. */
  message: string;
  /** What a figure that failed was counted from: the calls, names and values, line by line. */
  because?: string[];
  /** Who judged, where a model or a program did. */
  judged?: JudgedBy[];
  /** What a dying server wrote last, line by line. */
  stderr?: string[];
  /** Where the assertion stands in the suite file, 1-based. */
  line?: number;
}

/** Why something could not be done: a sentence, and what a dying server wrote last. */
export type Reason = Pick<Check, 'message' | 'stderr'>;
