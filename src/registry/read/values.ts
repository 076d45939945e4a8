/** From columns to what is shown: tenths to scores, nulls to what is absent, JSON to lists. */
import { DIMENSIONS } from '../../tdqs/dimensions.js';
import type { Dimension, Tier } from '../../types/tdqs.js';

export function scoreOf(tenths: number | null): number | undefined {
  return tenths === null ? undefined : tenths / 10;
}

export function present<T>(value: T | null): T | undefined {
  return value ?? undefined;
}

/** The mean as `meanTdqs` rounds it: to tenths, halves up. */
export function meanOf(sum: number | null, count: number): number | undefined {
  if (sum === null || count === 0) return undefined;
  return Math.floor((2 * sum + count) / (2 * count)) / 10;
}

export function listIn(text: string | null): string[] {
  return text === null ? [] : (JSON.parse(text) as string[]);
}

export interface ScoreColumns {
  tdqs: number | null;
  tier: Tier | null;
  purpose_clarity: number | null;
  usage_guidelines: number | null;
  behavioral_transparency: number | null;
  parameter_semantics: number | null;
  conciseness_structure: number | null;
  contextual_completeness: number | null;
}

export function dimensionsOf(row: ScoreColumns): Record<Dimension, number> | undefined {
  if (row.tdqs === null) return undefined;
  return Object.fromEntries(DIMENSIONS.map((name) => [name, row[name]])) as Record<Dimension, number>;
}
