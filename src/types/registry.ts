/** What the commands of a registry tell. Keys are snake_case, as in all JSON that other programs read. */

/** Something of a source that could not be taken as it is. */
export interface IngestProblem {
  /** The file and line, or the address. */
  source: string;
  server?: string;
  tool?: string;
  /** Whether anything was left out. */
  kind: 'rejected' | 'noted';
  message: string;
}

export interface IngestCounts {
  servers: number;
  tools: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  /** Tools that came with a score that they have already. */
  carried: number;
}

export interface IngestReport extends IngestCounts {
  /** Rows that were left out: lines, servers and tools. */
  rejected: number;
  /** The first of them; a source may have any number. */
  problems: IngestProblem[];
  /** For people: the database and its driver. */
  driver: string;
}

/** One round of `tdqs sweep`. */
export interface SweepRound {
  judge: string;
  rubric: string;
  /** Tools that were judged here. */
  judged: number;
  /** Current tools that had a score before. */
  carried: number;
  /** Tools that got no score this time; the next round tries again, unless they are parked. */
  failed: number;
  /** Jobs for the workers. */
  queued: number;
  /** Current tools that are not judged again by themselves. */
  parked: number;
  /** Current tools without a score, the parked ones among them. */
  missing: number;
  cost_usd: number;
  /** For people: the database and its driver. */
  driver: string;
}

/** What `tdqs sweep --dry-run` tells. */
export interface SweepEstimate {
  judge: string;
  rubric: string;
  tools: number;
  servers: number;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  /** Absent where the price is not known. */
  cost_usd?: number;
  seconds: number;
  driver: string;
}

export interface SweepProgress {
  judged: number;
  failed: number;
  servers: number;
}

/** What a worker tells while it works. */
export type WorkerEvent =
  | { kind: 'judged'; tools: number; failed: number }
  | { kind: 'lost'; workers: number }
  | { kind: 'cut'; message: string };

/** What `tdqs import` took. */
export interface ImportReport {
  /** Servers that the store did not know. */
  servers: number;
  /** Servers that it knew, which got scores at most. */
  known_servers: number;
  tools: number;
  scores: number;
  rejected: number;
  problems: IngestProblem[];
  driver: string;
}
