/** What a catalogue costs in cl100k tokens. */
export interface TokenRow {
  tool: string;
  tokens: number;
  name: number;
  description: number;
  schema: number;
  /** Against the base; a tool that is gone has minus what it cost. */
  delta?: number;
}

export interface TokenReport {
  version: 1;
  total: number;
  base_total?: number;
  /** Dearest first. */
  tools: TokenRow[];
  /** One sentence for each budget that is exceeded. */
  over_budget: string[];
}
