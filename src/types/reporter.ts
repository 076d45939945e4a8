/** A reporter turns a saved run into text. It is pure: the same envelope gives the same bytes. */
import type { RunEnvelope } from './envelope.js';

/** The last run before, of the same suites, and what is not as it was then. */
export interface RunSince {
  run_id: string;
  started_at: string;
  /** In words; empty when no verdict changed. */
  what: string[];
}

/** What a page tells of the catalogue in a trace, which is too large to be in it. */
export interface TracedTools {
  /** `server.tool` of every tool that was offered. */
  offered: string[];
  /** By the place of a call: where its arguments do not fit the schema; an empty list for a tool that was not offered. */
  misfits: Record<number, string[]>;
}

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
  /** Known where earlier runs are. */
  since?: RunSince;
}

export type Reporter = (envelope: RunEnvelope, options: ReportOptions) => string;
