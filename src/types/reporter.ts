/** A reporter turns a saved run into text. It is pure: the same envelope gives the same bytes. */
import type { RunEnvelope } from './envelope.js';

export interface ReportOptions {
  color: boolean;
  /** Columns of the terminal; 80 when unknown. */
  width: number;
  /** Nothing is cut to the width: there is no terminal, or somebody asked for everything. */
  whole?: boolean;
  /** Lists are not cut short either. */
  verbose?: boolean;
  /** Token budget of the agent reporter. */
  agent_budget: number;
}

export type Reporter = (envelope: RunEnvelope, options: ReportOptions) => string;
