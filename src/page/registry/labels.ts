/** How the pages and tables of a registry name the dimensions. */
import type { Dimension } from '../../types/tdqs.js';

export const DIMENSION_LABELS: Readonly<Record<Dimension, string>> = {
  purpose_clarity: 'Purpose',
  usage_guidelines: 'Usage',
  behavioral_transparency: 'Behaviour',
  parameter_semantics: 'Parameters',
  conciseness_structure: 'Conciseness',
  contextual_completeness: 'Completeness',
};

export const DIMENSIONS = Object.keys(DIMENSION_LABELS) as Dimension[];
