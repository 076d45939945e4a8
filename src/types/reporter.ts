/** A reporter turns a saved run into text. It is pure: the same envelope gives the same bytes. */
import type { RunEnvelope } from './envelope.js';

export interface ReportOptions {
  color: boolean;
  /** Columns of the terminal; 80 when unknown. */
  width: number;
  /** Token budget of the agent reporter. */
  agent_budget: number;
}

export type Reporter = (envelope: RunEnvelope, options: ReportOptions) => string;
