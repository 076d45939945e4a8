/**
 * The record of a run: everything a report shows is in here, and nothing in here is computed again
 * later. Keys are snake_case and their order is part of the format.
 */

import type { Notice, ProgressNote, RpcError } from './connection.js';
import type { Dataset, DatasetRow } from './dataset.js';
import type { JudgeUse } from './judging.js';
import type { CountedCalls } from './metric.js';
import type { Strength } from './strength.js';
import type { CaseSpec } from './suite.js';
import type { ServerScore } from './tdqs.js';
import type { Trace } from './trace.js';
import type { Check, Reason, Verdict } from './verdict.js';

export interface Summary {
  total: number;
  passed: number;
  failed: number;
  inconclusive: number;
  skipped: number;
  flaky: number;
  /** Cases replayed from a cassette. */
  cached: number;
  gates_failed: number;
}

export interface ServerProvenance {
  name: string;
  /** The suite that declares it; absent in older runs. */
  file?: string;
  transport: string;
  auth: string;
  protocol_version?: string;
  era?: string;
  server_info?: Record<string, unknown>;
  /** How often the server had to be started again after it died. */
  restarts?: number;
}

export interface Provenance {
  tool_version: string;
  mode: 'live' | 'replay' | 'mixed';
  profile?: string;
  repo?: string;
  branch?: string;
  commit?: string;
  dirty?: boolean;
  platform: string;
  node: string;
  /** The CI system's name, absent outside CI. */
  ci?: string;
  /** Which part of the whole this run is, e.g. `2/4`; absent when it is the whole. */
  shard?: string;
  /** Which tests were chosen, e.g. `filter "boat", tag slow`; absent when none were left out. */
  selection?: string;
  /** Does the run again; runs of older versions have none. */
  command?: string;
  servers: ServerProvenance[];
  models: string[];
}

export interface CaseResult {
  id: string;
  name: string;
  /** The test's own name in its suite, without model and number of the run. */
  test: string;
  /** Which case of a test with `cases` it is; `of` is the name of the test as it is written. */
  case?: CaseSpec;
  /** The model that an agent test ran with. */
  model?: string;
  /** Which run of an agent test it is, counted from 1. */
  run?: number;
  /** `tool`, `resource`, `prompt`, `agent`; later capabilities add theirs. */
  kind: string;
  server?: string;
  verdict: Verdict;
  flaky: boolean;
  duration_ms: number;
  /** The suite. */
  file: string;
  line: number;
  tags: string[];
  /** How many attempts were made, when more than one. */
  attempts?: number;
  /** The attempts before the last, which is the row itself. */
  earlier_attempts?: EarlierAttempt[];
  /** Why a skipped test was skipped. */
  skip_reason?: string;
  checks: Check[];
  figures: Record<string, number>;
  /** What its case expected of the calls, and what came. */
  dataset?: DatasetRow;
  /** What the figures were counted from, one line each, the blocks that did not pass first. */
  explain?: string[];
  /** The calls of the trace that its metric blocks counted, and as what. */
  marks?: CallMark[];
  /** Remarks that change no verdict, e.g. that an error result went unasserted. */
  notes?: string[];
  trace?: Trace;
  /** Answers that are not complete in the trace: those of resources and prompts, with notifications, or cancelled. */
  replies?: KeptReply[];
  /** The judge and the rubric that a calibration is about. */
  judge?: { model: string; rubric: string };
  repro: string;
}

/** Calls of a run that one metric block counted as the same thing. */
export interface CallMark extends CountedCalls {
  /** The block, e.g. `trajectory`. */
  metric: string;
}

/** One answer as it was judged. */
export interface KeptReply {
  /** The step of the test, counted from 1. */
  step: number;
  result?: unknown;
  error?: RpcError;
  cancelled?: boolean;
  duration_ms: number;
  progress?: ProgressNote[];
  notifications?: Notice[];
  /** What the test saw besides, by the root of its targets: `task`, `logs`, `app`. */
  also?: Record<string, unknown>;
}

/** What a called tool promised of its results. */
export interface OutputSchema {
  file: string;
  server: string;
  tool: string;
  schema: unknown;
}

/** What an attempt that was not the last came to. */
export type EarlierAttempt = Pick<CaseResult, 'verdict' | 'duration_ms' | 'checks' | 'notes' | 'trace'>;

export interface ToolCoverage {
  /** The suite that talks to the server. */
  file: string;
  server: string;
  /** The servers of a `matrix`, which count as one; `server` is the first. */
  servers?: string[];
  /** The file that lends the server to the suite; suites with the same one talk to the same server. */
  lent_by?: string;
  total: number;
  covered: number;
  /** Rounded half up; 100 when the server has no tools. */
  percent: number;
  uncovered: string[];
}

export interface CoverageGate {
  file: string;
  threshold: number;
  /** Absent when no server of the suite could be measured. */
  percent?: number;
  /** Absent when a server of the suite could not be measured. */
  passed?: boolean;
}

export interface Coverage {
  tools: ToolCoverage[];
  /** A server that one file lends to several suites counts once. */
  total: number;
  covered: number;
  /** Over the servers that were measured; absent when none was. */
  percent?: number;
  /** One for each suite that asks for a percentage of its own servers' tools. */
  gates?: CoverageGate[];
  /** Why coverage could not be measured for a server. */
  unmeasured?: { file: string; server: string; reason: string; stderr?: string[] }[];
}

/** A finding about a server that is no test of the suite: noise on stdout, a wrong id, a repeating cursor. */
export interface Finding {
  rule: string;
  severity: 'critical' | 'high' | 'medium' | 'warning' | 'low' | 'info' | 'pass';
  /** The suite that declares the server; absent outside a run. */
  file?: string;
  server?: string;
  tool?: string;
  pointer?: string;
  message: string;
  suggestion?: string;
  excerpt?: string;
  count?: number;
}

/** The result of a group (test x model) over its runs. */
export interface Group {
  /** The suite of the test; with `test` and `model` it names the rows that are pooled. */
  file: string;
  name: string;
  test: string;
  model?: string;
  runs: number;
  verdict: Verdict;
  figures: Record<string, number>;
  /** With one run they stand on its row, and there are none here. */
  checks: Check[];
  grade?: string;
  distractors?: DistractorChoices;
  /** What the figures were counted from, one line each, the blocks that did not pass first. */
  explain?: string[];
}

/** What was chosen among distractors, by how many of them there were. */
export interface DistractorChoices {
  /** How the task calls its tools; reports keep the two apart. */
  complexity?: 'serial' | 'parallel';
  /** The fewest distractors first. */
  at: { count: number; runs: number; right: number; wrong: number; accuracy: number }[];
}

/** A tool-selection floor over runs. */
export interface Floor {
  /** The suite of the test; with `test` and `model` it names the rows that are counted. */
  file: string;
  agent: string;
  test: string;
  model?: string;
  runs: number;
  selected: number;
  selection_rate: number;
  /** Absent when a run selected the tool and nobody knows whether it kept to the budget. */
  pass_k?: number;
  tokens?: { median: number; max: number };
  passed: boolean;
  /** Why the floor could not be judged; `passed` is then false, but nothing failed. */
  inconclusive?: string;
  reasons: string[];
  /** Which runs broke it, and how. */
  because?: string[];
  /** The tool that every run should have called. */
  expected_tool?: string;
  /** The share of the runs that the floor asks for. */
  min_selection_rate?: number;
  /** The most tokens that a run may use. */
  max_total_tokens?: number;
  /** The 95 % Wilson interval of the selection rate. */
  interval?: [number, number];
  per_run: { run: number; selected: boolean; called: string[]; tokens?: number; over_budget: boolean }[];
}

/** A floor as it is counted, before anybody says of which suite. */
export type MeasuredFloor = Omit<Floor, 'file' | 'test'>;

/** What the tools of a server cost a model each time it sees them, in cl100k tokens. */
export interface ServerTokens {
  file: string;
  server: string;
  tokens: number;
  /** Dearest first. */
  tools: { name: string; tokens: number; description: number; schema: number }[];
}

/** What a shard is a part of: enough to put its rows in order and to judge what only the whole can show. */
export interface PartOf {
  /** The ids of all rows of the whole run, in its order. */
  rows: string[];
  /** The servers that its suites declare, in their order. */
  servers: { file: string; server: string }[];
  /** Suites that ask for a percentage of their tools. */
  coverage?: { file: string; threshold: number }[];
  /** The least strengths that are asked for, in percent: of suites, and without a file of all together. */
  strength?: { file?: string; min: number }[];
  /** The hash of the file of durations that the split was made by; absent where tests were counted. */
  timings?: string;
}

/** Something that went wrong outside the tests. */
export interface RunError extends Reason {
  where: string;
}

export interface RunEnvelope {
  $schema: string;
  version: 2;
  run_id: string;
  started_at: string;
  duration_ms: number;
  verdict: 'pass' | 'fail' | 'inconclusive';
  /** The exit code of this run. */
  exit_code: number;
  summary: Summary;
  provenance: Provenance;
  results: CaseResult[];
  /** Only in a run as it is written: tools that several rows were shown; in memory the rows hold them. */
  catalogs?: NonNullable<Trace['catalog']>[];
  tool_selection?: Floor[];
  groups?: Group[];
  /** Tests with cases, each with each model: figures over all cases. */
  datasets?: Dataset[];
  coverage?: Coverage;
  findings?: Finding[];
  /** Counted when it is asked for, as the HTML report does. */
  token_surface?: ServerTokens[];
  /** TDQS of servers that the run scored. */
  scores?: ServerScore[];
  snapshots?: { written: string[]; updated: string[]; obsolete: string[] };
  /** The output schemas of called tools, so that results can be judged again. */
  output_schemas?: OutputSchema[];
  /** Whether the suites would notice a broken server; measured when it is asked for. */
  strength?: Strength;
  /** Who judged tests, and whether that was calibrated. */
  judges?: JudgeUse[];
  /** Setup or teardown that went wrong, an interruption, a refused policy. */
  errors?: RunError[];
  /** Absent when the run is the whole. */
  part_of?: PartOf;
}
