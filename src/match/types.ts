/** What a matcher is, and what it is told. */
import type { Judgement as SaidJudgement } from '../types/trace.js';
import type { JudgedBy, Outcome } from '../types/verdict.js';
import type { JudgeQuestion } from './judging/rubric.js';
import type { SnapshotBook } from './snapshot-book.js';

/** What judges said. */
export interface JudgementBook {
  find(question: JudgeQuestion): SaidJudgement | undefined;
}

/** What a target led to. */
export type Subject =
  | { found: true; value: unknown }
  /**
   * `reason` says how far the path led: `result.content[0] has no "txt"`. `rootFound`: the first word of the path led
   * somewhere; the names of these words are known, so that one that is absent is not mistyped.
   */
  | { found: false; parentFound: boolean; rootFound?: boolean; reason: string };

/** What one test lends to its matchers. */
export interface MatchContext {
  /** The test's name; its snapshots are kept under it. */
  test: string;
  /** Names the step when the test has several, so that their snapshots stay apart. */
  step?: string;
  /** Without it a `snapshot` cannot be judged. */
  snapshots?: SnapshotBook;
  /** Without it nothing that a judge must say can be judged. */
  judgements?: JudgementBook;
  /** Takes who judged, and what was said. */
  told?: JudgedBy[];
}

export interface TestContext extends MatchContext {
  /** The path of what is looked at, for messages and snapshot keys. */
  path: string;
  /** What this matcher demands, as `describe` puts it. */
  phrase: string;
  /** Judge something with a nested matcher. */
  judge(matcher: unknown, subject: Subject, path: string): Promise<Judgement>;
}

export interface Judgement {
  outcome: Outcome;
  /** One sentence without a full stop. */
  message: string;
  /** The question makes no sense for such a value (`>` of a string), so its opposite is no answer either. */
  inapplicable?: boolean;
  /** What was really compared, where that is not the operand and the value themselves. */
  evidence?: { expected: unknown; actual: unknown };
}

export interface MatcherDef {
  name: string;
  /** One line for the reference. */
  summary: string;
  /** What is wrong with the operand, as a clause after the matcher's name; `undefined` when nothing is. */
  operand(operand: unknown): string | undefined;
  /** The maps inside the operand whose keys are ours, so that a slip in one is told with its place. */
  options?(operand: unknown): { path: (string | number)[]; map: unknown; known: string[] }[];
  /** The operand with every nested matcher replaced by what `visit` returns for it. */
  nested?(operand: unknown, visit: (matcher: unknown, path: (string | number)[]) => unknown): unknown;
  /** What is demanded, as a verb phrase: `contains "x"`. `phrase` does the same for a nested matcher. */
  describe(operand: unknown, phrase: (matcher: unknown) => string): string;
  /** Judge a value that is there. */
  test(actual: unknown, operand: unknown, ctx: TestContext): Judgement | Promise<Judgement>;
  /** Judge a target that leads nowhere; without it the check fails. */
  absent?(operand: unknown, subject: Subject, ctx: TestContext): Judgement | Promise<Judgement>;
}

/** Something wrong with a matcher in a suite; `path` starts at the matcher itself. */
export interface MatcherProblem {
  path: (string | number)[];
  message: string;
  hint: string | null;
  /** The path ends at a key that should not be there. */
  at_key?: boolean;
}
