/** What `mcptest tool-bench run --json` prints. Rates and drops are fractions. */

export interface BenchIntent {
  query: string;
  gold: string[];
  /** Null when no word of the request leads to a tool. */
  picked: string | null;
  correct: boolean;
  /** Where the first right tool stands, 1 for the best; null when none was found. */
  rank: number | null;
}

export interface BenchMutation {
  tool: string;
  kind: 'blank' | 'genericize' | 'truncate' | 'drop_keyword';
  chars?: number;
  word?: string;
  accuracy: number;
  /** How far accuracy fell; below 0 when the damage helped. */
  drop: number;
  /** The smells that the tool has now and had not, or has more often. */
  smells_added: string[];
  tokens_removed: number;
}

/** A word of a description without which a request goes elsewhere. */
export interface BenchWord {
  word: string;
  tool: string;
  drop: number;
}

/** Whether the requests find their tools by the search of a client that defers tools. */
export interface BenchSearch {
  client: string;
  kind: 'bm25' | 'regex';
  /** How many tools a search of this client returns. */
  k: number;
  /** The share of requests with a right tool among them. */
  hit_rate: number;
  /** The rank of the first right tool for each request, in their order; null where none was found. */
  ranks: (number | null)[];
}

/** The same requests with another catalogue: what this one changed. */
export interface BenchAgainst {
  file: string;
  /** Of the other catalogue. */
  accuracy: number;
  /** Requests that find their tool only here, and only there. */
  gained: number;
  lost: number;
  /** This minus the other, and 95 % of it. */
  difference: number;
  interval: [low: number, high: number];
  /** McNemar's exact test. */
  chance: number;
  verdict: 'better' | 'worse' | 'unclear';
  /** How many requests more would show such a change in four of five studies; absent where it is told, or there is none. */
  more?: number;
}

export interface BenchReport {
  accuracy: number;
  /** Wilson, 95 %. */
  interval: [low: number, high: number];
  n: number;
  /** Shares of requests with a right tool among the first, three or five: a client that searches loads a few. */
  hits: { at_1: number; at_3: number; at_5: number };
  /** The mean of 1/rank; 0 for a request without a right tool. */
  mean_reciprocal_rank: number;
  intents: BenchIntent[];
  mutations: BenchMutation[];
  /** Absent without mutations. */
  max_drop?: number;
  description_score: { mean: number; min: number };
  smells: Record<string, number>;
  /** Words, split at white space, of all that the selector reads. */
  tokens: number;
  /** One for each client that defers tools, and each way in which it searches. */
  search?: BenchSearch[];
  /** The largest drop first; words that change no pick are left out. */
  words: BenchWord[];
  /** With `--against`. */
  against?: BenchAgainst;
}
