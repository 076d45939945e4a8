/**
 * The figures of the public TDQS report (June 2026): 228,369 tools of 15,036 servers. Its figures of tools are over
 * all 362,226 scored definitions, those of superseded captures among them. Another judge made them, so they are a
 * yardstick for the shape of a corpus, not for a single score.
 */
import type { Dimension, Tier } from '../../types/tdqs.js';

export const PUBLISHED = {
  name: 'public report, June 2026',
  tools: 228_369,
  servers: 15_036,
  definitions: 362_226,
  mean: 3.57,
  p25: 2.9,
  median: 3.6,
  p75: 4.2,
  tiers: { A: 54.1, B: 19.4, C: 23.8, D: 2.7, F: 0 } satisfies Record<Tier, number>,
  passing: 73.5,
  dimensions: {
    purpose_clarity: { mean: 4.47, smells: 4.0 },
    usage_guidelines: { mean: 3.03, smells: 44.5 },
    behavioral_transparency: { mean: 2.9, smells: 46.1 },
    parameter_semantics: { mean: 3.19, smells: 14.0 },
    conciseness_structure: { mean: 4.47, smells: 3.8 },
    contextual_completeness: { mean: 3.23, smells: 32.8 },
  } satisfies Record<Dimension, { mean: number; smells: number }>,
  any_smell: 56.4,
  gates: { no_description: 1.26, annotation_contradiction: 0.55, tautological_description: 0.06 },
  worst_tool_gap: 0.49,
  point_below: 13.4,
  overall: 3.56,
  description_quality: 3.29,
  coherence: 4.18,
  naming_consistency: 4.57,
  disambiguation: 4.5,
  tool_count_appropriateness: 3.87,
} as const;
