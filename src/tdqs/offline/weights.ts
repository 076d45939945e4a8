/**
 * Made by `npm run eval:tdqs -- --train` from 61 published scores of 49 servers; nothing of them is in here. What
 * each number weighs is in `docs/decisions/tdqs.md`.
 */
import type { Weights } from './weigh.js';

export const WEIGHTS: Readonly<Record<'behavioral_transparency' | 'contextual_completeness', Weights>> = {
  behavioral_transparency: {
    base: 2.09,
    weights: { annotations: 0.76, facts: 0.58, returns: 0.11, words: 0.13, sentences: 0.26, changes: -0.23 },
    marks: [1.99, 2.77, 3.18, 4.2],
  },
  contextual_completeness: {
    base: 2.38,
    weights: {
      annotations: 0.8,
      facts: 0.44,
      returns: 0.23,
      words: 0.06,
      sentences: 0.16,
      changes: -0.16,
      noParameters: 0.68,
      known: 0.75,
      parameters: -0.28,
    },
    marks: [1.71, 2.8, 3.3, 4.08],
  },
};
