/** What `mcptest fuzz` finds on real servers, each read and judged by a person. */
import type { FuzzOutcome } from '../../src/types/fuzz.js';

export interface ReadFailure {
  /** How the package ends. */
  server: string;
  outcome: FuzzOutcome;
  /** All of its tools when absent. */
  tools?: string[];
  why: string;
}

export const READ: ReadFailure[] = [];
