/** TDQS of two moments side by side. */
import type { Dimension } from './tdqs.js';

export interface ToolChange {
  tool: string;
  before: number;
  after: number;
  /** Those that differ. */
  dimensions: Partial<Record<Dimension, [before: number, after: number]>>;
}

export interface ServerChange {
  server: string;
  /** Overall scores, where there are any. */
  before?: number;
  after?: number;
  added: { tool: string; tdqs: number }[];
  removed: { tool: string; tdqs: number }[];
  /** Largest loss first. */
  changed: ToolChange[];
}

export interface TdqsComparison {
  /** Why the two should not be compared at face value. */
  caution?: string;
  servers: ServerChange[];
}
