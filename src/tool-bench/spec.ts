/** What a benchmark is made of: a catalogue, requests with their right tools, and damage to try. */
import type { Catalog } from '../types/catalog.js';

export interface Intent {
  /** The request, as a user would put it. */
  query: string;
  /** Names of the tools that count as a correct pick. */
  gold: string[];
}

export type Mutation =
  | { tool: string; kind: 'blank' | 'genericize' }
  /** Keeps the first `chars` characters. */
  | { tool: string; kind: 'truncate'; chars: number }
  /** Removes every occurrence of `word`. */
  | { tool: string; kind: 'drop_keyword'; word: string };

export interface BenchSpec {
  catalog: Catalog;
  intents: Intent[];
  mutations: Mutation[];
}
