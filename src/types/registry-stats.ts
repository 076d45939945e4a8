/** The figures of a whole registry, as `mcptest tdqs stats` tells them. Shares are percent, scores 1.0 to 5.0. */
import type { CoherenceDimension, Dimension, Tier } from './tdqs.js';

export interface Share {
  count: number;
  /** Percent of all, with two decimals. */
  share: number;
}

export interface DimensionFigures {
  /** Percent of the score. */
  weight: number;
  mean: number;
  /** Below 3. */
  smells: Share;
  /** How many tools have 1, 2, 3, 4 and 5. */
  counts: number[];
}

/** Of a set of definitions with a score. */
export interface ToolFigures {
  scored: number;
  mean: number;
  p25: number;
  median: number;
  p75: number;
  tiers: Record<Tier, Share>;
  /** Tier B or better. */
  passing: Share;
  dimensions: Record<Dimension, DimensionFigures>;
  /** At least one dimension below 3. */
  any_smell: Share;
  gates: {
    no_description: Share;
    annotation_contradiction: Share;
    tautological_description: Share;
  };
  /** Score in tenths → how many; only those that there are. */
  histogram: { tdqs: number; count: number }[];
}

/** Of the servers that have the figure. */
export interface ServerFigures {
  /** With at least one scored tool. */
  scored: number;
  /** With a score as a whole. */
  with_overall: number;
  overall?: number;
  description_quality?: number;
  coherence?: number;
  dimensions?: Record<CoherenceDimension, number>;
  tiers: Record<Tier, Share>;
  /** How far the worst tool lies below the mean of its server, on average. */
  worst_tool_gap?: number;
  /** Servers with a tool a point or more below their mean. */
  point_below: Share;
  histogram: { overall: number; count: number }[];
}

export interface Snapshot {
  at: string;
  tools: ToolFigures | null;
  servers: ServerFigures;
}

export interface RegistryStats {
  version: 1;
  made_at: string;
  judge: string;
  rubric: string;
  counts: {
    servers: number;
    tools: number;
    /** Of the current tools. */
    scored: Share;
    /** With what earlier captures had. */
    definitions: number;
    definitions_scored: number;
  };
  /** The current tools. Null where none has a score. */
  current: ToolFigures | null;
  /** Every definition that was scored, those of earlier captures among them. */
  all: ToolFigures | null;
  servers: ServerFigures;
  /** As the registry was on two days. */
  trend?: { since: Snapshot; until: Snapshot };
}

export interface CountedTools {
  tools: number;
  /** Percent of those with a score. */
  share: number;
}

/** What other programs read. The figures of tools are those of the current ones, absent where none has a score. */
export interface StatsDocument extends Omit<RegistryStats, 'servers'> {
  tools: number;
  servers: number;
  mean_tdqs?: number;
  median_tdqs?: number;
  tiers?: Record<Tier, CountedTools>;
  dimensions?: Record<Dimension, { mean: number; smell_rate: number }>;
  any_smell?: CountedTools;
  gates?: Record<keyof ToolFigures['gates'], CountedTools>;
  server_means: Partial<Record<CoherenceDimension, number>> &
    Pick<ServerFigures, 'overall' | 'description_quality' | 'coherence' | 'worst_tool_gap'>;
  server_figures: ServerFigures;
}
