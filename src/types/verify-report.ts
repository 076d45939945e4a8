/** What became of holding a live server against a recording. */
import type { CatalogDiff } from './catalog-diff.js';

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

export interface VerifyReport {
  server: string;
  verdict: 'same' | 'drift' | 'not-judged';
  /** Of the tools; absent where the recording has no list. */
  catalog?: CatalogDiff;
  requests: VerifiedRequest[];
}
