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
