/** The six dimensions of a tool and the four of a server, in the order in which they are shown. */
import type { CoherenceDimension, Dimension } from '../types/tdqs.js';

/** Dimension → weight in percent. */
export const WEIGHTS: Readonly<Record<Dimension, number>> = {
  purpose_clarity: 25,
  usage_guidelines: 20,
  behavioral_transparency: 20,
  parameter_semantics: 15,
  conciseness_structure: 10,
  contextual_completeness: 10,
};

export const DIMENSIONS = Object.keys(WEIGHTS) as Dimension[];

export const COHERENCE: readonly CoherenceDimension[] = [
  'disambiguation',
  'naming_consistency',
  'tool_count_appropriateness',
  'completeness',
];

/** As a heading or a table shows them. */
export const LABELS: Readonly<Record<Dimension, string>> = {
  purpose_clarity: 'purpose',
  usage_guidelines: 'usage',
  behavioral_transparency: 'behaviour',
  parameter_semantics: 'parameters',
  conciseness_structure: 'conciseness',
  contextual_completeness: 'completeness',
};
