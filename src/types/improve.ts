/** What `mcptest improve --format json` prints: a proposal for one tool, and how it measures beside what is there. */
import type { Dimension, JudgeBooks, Tier } from './tdqs.js';

export interface ProposedSentence {
  text: string;
  /** The part of the definition that supports it, such as `outputSchema` or the name of a sibling. */
  from: string;
}

export interface ProposedParameter {
  name: string;
  /** RFC 6901, into the tool definition. */
  pointer: string;
  description: string;
}

export interface ImproveProposal {
  /** The whole new text; places that only the author can fill stand in it as `[FILL IN: …]`. */
  description: string;
  /** What rules added, sentence by sentence; empty from a model. */
  sentences: ProposedSentence[];
  /** Only parameters that had no description. */
  parameters: ProposedParameter[];
  /** The places that the author has to fill, all of them. */
  placeholders: string[];
  /** Names and numbers of a model's text that stand in no definition of the server. */
  unsupported: string[];
}

/** How often a request got its tool. */
export interface Picks {
  /** `words`, or the name of the model that chose. */
  by: string;
  right: number;
  of: number;
  /** Request by request, so that two lists can be paired. */
  hits?: boolean[];
}

export interface ImproveFigures {
  tdqs: number;
  tier: Tier;
  dimensions: Record<Dimension, number>;
  /** Of lint and security on this tool, as `SEVERITY RULE`, the worst first. */
  findings: string[];
  /** How many there are on the other tools of the server. */
  findings_elsewhere: number;
  /** cl100k tokens of name, description and input schema. */
  tokens: number;
  /** Requests of the benchmark. */
  bench: Picks;
  /** Clients and model APIs by what becomes of the tool there. */
  clients: Record<'works' | 'degraded' | 'dropped' | 'error', number>;
  /** Requests of agent tests; empty where there are none. */
  selection: Picks[];
}

export interface ImproveChange {
  what: string;
  before: string;
  after: string;
  /** Tokens are a price and neither. */
  change: 'better' | 'worse' | 'same' | 'cost';
  /** Of requests that were asked with both texts: how many found their tool anew, or no more, and the chance of that by chance. */
  paired?: { gained: number; lost: number; chance: number };
}

/** `no-better`: nothing that is measured rises. `mixed`: something rises and something falls. */
export type ImproveVerdict = 'better' | 'mixed' | 'no-better' | 'worse' | 'refused' | 'nothing-to-add';

export interface ImproveReport {
  version: 1;
  server: string;
  tool: string;
  /** `rules`, or the name of the model. */
  by: string;
  verdict: ImproveVerdict;
  /** Why, in words. */
  reasons: string[];
  proposal?: ImproveProposal;
  before: ImproveFigures;
  /** Of the proposal without its placeholders. */
  after?: ImproveFigures;
  changes: ImproveChange[];
  /** Whether the requests of the benchmark are the user's, or were drafted from the catalogue as it is. */
  bench_requests: 'yours' | 'drafted';
  /** A unified diff; of the saved file where there is one. */
  patch: string;
  /** What a model was asked and what it cost. */
  books?: JudgeBooks;
  exit_code: number;
}
