/** What a page is handed, as JSON inside the document or over the viewer's API. Types only. */
import type { Comparison } from '../envelope/compare.js';
import type { RunEnvelope } from '../types/envelope.js';
import type { RunSince, TracedTools } from '../types/reporter.js';

/** A problem of the run; the test and check behind it by their place in the envelope. */
export interface PageProblem {
  source: 'case' | 'group' | 'floor' | 'dataset' | 'strength' | 'coverage' | 'error' | 'run';
  verdict: 'fail' | 'inconclusive';
  name: string;
  /** Place among `results`. */
  result?: number;
  /** Place among `groups`, for one over its runs. */
  group?: number;
  /** Places among the checks of that result or group; the first is the one that `message` is about. */
  checks?: number[];
  message: string;
  because?: string[];
  stderr?: string[];
  file?: string;
  line?: number;
  repro: string;
}

export interface RunData {
  envelope: RunEnvelope;
  problems: PageProblem[];
  since?: RunSince;
  /** By the place of the result, where the tools that were offered are known. */
  tools?: Record<number, TracedTools>;
}

/** One row of the viewer's list. */
export interface RunRow {
  run_id: string;
  /** Why the file cannot be shown; nothing else is known then. */
  broken?: string;
  started_at?: string;
  duration_ms?: number;
  verdict?: RunEnvelope['verdict'];
  summary?: RunEnvelope['summary'];
  /** The suite files, and what of them was chosen. */
  suites?: string[];
  profile?: string;
  shard?: string;
  selection?: string;
  /** The newest run that this one can be compared with: the same suites, chosen alike. */
  like?: string;
  branch?: string;
  commit?: string;
  dirty?: boolean;
  mode?: string;
  /** All tokens that the agents of the run used. */
  tokens?: number;
  /** What its models cost, where a price is known. */
  cost_usd?: number;
  /** Mean TDQS of the scored servers. */
  tdqs?: number;
  /** Percent of the tools that are called. */
  coverage?: number;
  /** The percentage that the suite asks for. */
  coverage_floor?: number;
  /** Percent of the changed replies that a test noticed. */
  strength?: number;
  strength_floor?: number;
}

/** What a test came to in one run. */
export interface TestPoint {
  run_id: string;
  verdict: RunEnvelope['results'][number]['verdict'];
  flaky?: boolean;
  duration_ms: number;
  tokens?: number;
  cost_usd?: number;
}

/** A test through the runs that can be compared, oldest first. */
export interface TestHistory {
  id: string;
  name: string;
  points: TestPoint[];
}

/** A run that is going on. */
export interface LiveRun {
  run_id: string;
  started_at: string;
  total: number;
  done: number;
  failed: number;
  /** The test that ended last. */
  last?: string;
  /** The names of the last few that failed. */
  failures: string[];
}

/** What the pages of the viewer, and the file that compares two runs, are handed; the report of a run has its data alone. */
export type ViewerData =
  | { view: 'compare'; comparison: Comparison; version: string }
  /** Everything else comes from the API of the server that sent the page. */
  | { view: 'viewer'; workspace: string; first?: string }
  /** The run is in the fragment of the address. */
  | { view: 'snapshot' };
