/** A table of requests as a measure: what each row expected and what came, and the figures over all rows. */
import type { Assertion } from './suite.js';
import type { Check, Verdict } from './verdict.js';

/** What one run of one case came to. */
export interface DatasetRow {
  /** The id of its case; the runs of a case share it. */
  case: string;
  /** Expected tools: one a label, equal ones joined by ` | `. Empty where the request needs none. */
  expected: string[];
  /** What was called, each once, in order of the first call; equal tools under the label that was expected. */
  called: string[];
  /** Of the tools that were called, those that were expected more often; absent where there is none. */
  fewer?: string[];
  /** Every expected tool was called, in order where that is asked, and nothing else was. */
  correct: boolean;
  /** How many calls were made. */
  calls: number;
  /** Names that were called and never offered, each time; absent where nobody recorded what was offered. */
  invented?: string[];
  /** The arguments of the calls that reached an expected tool; absent where there was none. */
  arguments?: ArgumentRow[];
}

/** The arguments of one rightly chosen call. A list that is empty says that there was no such fault. */
export interface ArgumentRow {
  tool: string;
  /** Names that the tool does not declare; absent where its schema is unknown or takes any name. */
  unknown?: string[];
  /** Required by the schema and not given; absent where the schema is unknown. */
  required_missing?: string[];
  /** Expected by the row and not given; absent where the row expects no arguments. */
  expected_missing?: string[];
  /** Expected by the row and given with another value. */
  wrong?: string[];
}

/** The four questions about arguments, over calls that reached an expected tool. */
export interface DatasetArguments {
  calls: number;
  /** Calls with an argument name that the tool does not declare. Less is better. */
  unknown_names?: number;
  /** Calls that gave every argument that the row expects. */
  expected_given?: number;
  /** Calls that gave every argument that the schema requires. */
  required_given?: number;
  /** Calls whose expected arguments all have the expected value. */
  exact_values?: number;
}

export interface DatasetTool {
  /** A tool, or equal tools joined by ` | `. */
  tool: string;
  /** Rows that expected it, rows that called it, rows that did both. */
  expected: number;
  called: number;
  right: number;
  precision: number;
  recall: number;
  f1: number;
  /** 95 % of the recall, in percent; absent where no row expected the tool, or a case ran several times. */
  recall_interval?: [number, number];
}

/** Rows that expected one tool and called another; `(none)` stands for no tool. */
export interface Confusion {
  expected: string;
  called: string;
  n: number;
  /** The cases, each once, at most twenty. */
  cases: string[];
  /** Words that the descriptions of two confused tools share, at most twelve; absent where a description is not known. */
  shared_words?: string[];
  /** What tool-bench says: of so many of these rows its selector, which knows only words, takes the one or the other. */
  by_words?: { rows: number; expected: number; called: number };
}

/** The cases of one test with one model. Percentages are whole numbers, rounded half up from exact counts. */
export interface Dataset {
  /** The suite. */
  file: string;
  test: string;
  model?: string;
  /** Rows that were judged: cases times runs. */
  n: number;
  cases: number;
  /** Rows that could not be judged; no figure counts them. */
  unjudged?: number;
  correct: number;
  accuracy: number;
  precision: number;
  recall: number;
  f1: number;
  precision_macro: number;
  recall_macro: number;
  f1_macro: number;
  /** Calls of names that were never offered, of all calls; absent where nobody recorded what was offered. */
  hallucination?: number;
  /** Rows that needed no tool and called one, of rows that needed none. */
  unnecessary_calls?: number;
  /** For k runs: the chance that all are right, and that at least one is. */
  pass_hat?: Record<string, number>;
  pass_at?: Record<string, number>;
  arguments?: DatasetArguments;
  /** By the name of the figure (`accuracy`, `arguments.exact_values`): 95 %, in percent. */
  intervals: Record<string, [number, number]>;
  per_tool: DatasetTool[];
  /** Tools that cases expect and no model was ever offered; absent where there is none. */
  never_offered?: string[];
  /** Confusions first, the most frequent first. */
  confusion: Confusion[];
  /** How many cases the test has; gates are judged only where all of them were run. */
  of_cases: number;
  /** What is asked of the figures. */
  gates?: Assertion[];
  /** Of the gates; absent where there is none, or only part of the cases was run. */
  verdict?: Verdict;
  checks?: Check[];
}
