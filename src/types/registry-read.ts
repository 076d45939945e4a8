/** What the API of a registry answers and what its pages show. Keys are snake_case; scores are 1.0 to 5.0. */
import type { CoherenceDimension, Dimension, JustifiedScore, ShadowingRisk, Tier } from './tdqs.js';

/** One row of a list of servers. */
export interface ServerItem {
  name: string;
  /** The number of its newest capture. */
  version: number;
  tool_count: number;
  scored_tools: number;
  /** Absent below 80 % of the tools scored, or before the set was judged. */
  overall?: number;
  tier?: Tier;
  description_quality?: number;
  coherence?: number;
  mean_tdqs?: number;
  min_tdqs?: number;
  uses: number;
  last_seen: string;
}

/** One row of a list of tools. */
export interface ToolItem {
  id: number;
  server: string;
  name: string;
  title?: string;
  /** The beginning of it. */
  description?: string;
  tdqs?: number;
  tier?: Tier;
  scores?: Record<Dimension, number>;
  smells: Dimension[];
  flags: string[];
  definition_bytes: number;
}

export interface ListOf<T> {
  items: T[];
  /** For the next page; absent on the last. */
  next_cursor?: string;
}

/** The figures of a server after a capture. */
export interface ServerVersion {
  version: number;
  captured_at: string;
  source: string;
  tool_count: number;
  added: number;
  changed: number;
  removed: number;
  overall?: number;
  description_quality?: number;
  coherence?: number;
  mean_tdqs?: number;
  min_tdqs?: number;
}

export interface ServerDocument extends ServerItem {
  source: string;
  first_seen: string;
  judge: string;
  rubric: string;
  scored_at?: string;
  dimensions?: Record<CoherenceDimension, number>;
  justifications?: Record<CoherenceDimension, JustifiedScore>;
  summary?: string;
  /** Why the set was not judged. */
  unscored?: string;
  shadowing_risks: ShadowingRisk[];
  /** How many tools of each tier, among those with a score. */
  tiers: Record<Tier, number>;
  /** How many tools have a smell, by dimension. */
  smells: Record<Dimension, number>;
  /** The newest hundred, newest first. */
  history: ServerVersion[];
}

/** One definition that a tool had, in some captures of its server. */
export interface ToolVersion {
  id: number;
  from_version: number;
  from_at: string;
  /** Absent where it is still there. */
  until_version?: number;
  until_at?: string;
  tdqs?: number;
  tier?: Tier;
}

export interface ToolDocument extends Omit<ToolItem, 'description'> {
  description?: string;
  /** Whether the newest capture has this definition. */
  current: boolean;
  input_hash: string;
  first_seen: string;
  judge: string;
  rubric: string;
  scored_at?: string;
  summary?: string;
  justifications?: Record<Dimension, JustifiedScore>;
  server_flags: string[];
  /** Why it has no score, where that is known. */
  unscored?: string;
  /** The six fields that the hash covers; absent where they were too large to be kept. */
  definition?: Record<string, unknown>;
  history: ToolVersion[];
}

export interface DiffSide {
  id: number;
  description?: string;
  tdqs?: number;
  tier?: Tier;
  scores?: Record<Dimension, number>;
  definition?: string;
}

/** A tool that differs between two captures: with one side, it came or went. */
export interface ToolDifference {
  name: string;
  before?: DiffSide;
  after?: DiffSide;
}

export interface ServerDiff {
  server: string;
  from: ServerVersion;
  to: ServerVersion;
  unchanged: number;
  tools: ToolDifference[];
  /** Differences beyond those that are listed. */
  more: number;
}
