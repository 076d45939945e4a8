/** What `mcptest tool-bench run --json` prints. Rates and drops are fractions. */

export interface BenchIntent {
  query: string;
  gold: string[];
  /** Null when no tool shares a word with the request. */
  picked: string | null;
  correct: boolean;
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

export interface BenchReport {
  accuracy: number;
  /** Wilson, 95 %. */
  interval: [low: number, high: number];
  n: number;
  intents: BenchIntent[];
  mutations: BenchMutation[];
  /** Absent without mutations. */
  max_drop?: number;
  description_score: { mean: number; min: number };
  smells: Record<string, number>;
  /** Words, split at white space, of all that the selector reads. */
  tokens: number;
  /** The largest drop first; words that change no pick are left out. */
  words: BenchWord[];
}
