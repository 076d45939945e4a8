/**
 * Made by `npm run eval:tdqs -- --train` from 61 published scores of 49 servers; nothing of them is in here. What
 * each number weighs is in `docs/decisions/tdqs.md`.
 */
import type { Weights } from './weigh.js';

export const WEIGHTS: Readonly<Record<'behavioral_transparency' | 'contextual_completeness', Weights>> = {
  behavioral_transparency: {
    base: 1.8,
    weights: { annotations: 0.73, facts: 0.64, returns: 0.02, words: 0.24, sentences: 0.11, changes: -0.25 },
    marks: [1.86, 2.7, 3.19, 4.11],
  },
  contextual_completeness: {
    base: 2.04,
    weights: {
      annotations: 0.75,
      facts: 0.43,
      returns: 0.18,
      words: 0.21,
      sentences: 0.05,
      changes: -0.19,
      noParameters: 0.67,
      known: 0.75,
      parameters: -0.28,
    },
    marks: [1.58, 2.8, 3.26, 4.05],
  },
};
