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

export const READ: ReadFailure[] = [
  {
    server: 'sequential-thinking',
    outcome: 'accepted-invalid',
    why: 'True: the server reads numbers with a conversion (`z.coerce.number()`), so that `true` counts as 1, and its schema says integer.',
  },
];
