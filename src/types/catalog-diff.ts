/** What changed between two catalogues, and how much it matters to those who use them. */

/**
 * `breaking`: a call or a reader that worked may now fail. `risky`: nothing need fail, but what a model
 * reads or a client trusts is different. `additive`: everything that worked still does.
 */
export type ChangeClass = 'breaking' | 'risky' | 'additive';

export interface CatalogChange {
  class: ChangeClass;
  /** Stable, kebab-case, e.g. `tool-removed`. */
  kind: string;
  server: string;
  /** Absent when the server as such changed. */
  tool?: string;
  /** RFC 6901 into the tool definition, `$ref` followed; into the catalogue when there is no tool. */
  pointer: string;
  /** One sentence. */
  message: string;
  /** Excerpts on one line with hidden characters made visible; absent where there was nothing. */
  before?: string;
  after?: string;
}

export interface CatalogDiff {
  version: 1;
  summary: Record<ChangeClass, number>;
  /** Worst first, then by server, tool and pointer. */
  changes: CatalogChange[];
}

/** One request of a recording, asked of a live server again. */
export interface VerifiedRequest {
  method: string;
  tool?: string;
  params?: unknown;
  outcome: 'same' | 'drift' | 'not-judged';
  /** Where the answers differ. */
  pointer?: string;
  /** What differs, or why it was not judged. */
  message?: string;
}

/** What became of holding a live server against a recording. */
export interface VerifyReport {
  server: string;
  verdict: 'same' | 'drift' | 'not-judged';
  /** Of the tools; absent where the recording has no list. */
  catalog?: CatalogDiff;
  requests: VerifiedRequest[];
}
