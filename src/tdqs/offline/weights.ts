/**
 * Made by `npm run eval:tdqs -- --train` from 61 published scores of 49 servers; nothing of them is in here. What
 * each number weighs is in `docs/decisions/tdqs.md`.
 */
import type { Weights } from './weigh.js';

export const WEIGHTS: Readonly<Record<'behavioral_transparency' | 'contextual_completeness', Weights>> = {
  behavioral_transparency: {
    base: 1.61,
    weights: { annotations: 0.59, facts: 0.7, returns: 0.27, words: 0.32, sentences: 0.17, changes: -0.37 },
    marks: [1.81, 2.51, 3.11, 4.15],
  },
  contextual_completeness: {
    base: 2.13,
    weights: {
      annotations: 0.97,
      facts: 0.38,
      returns: 0.14,
      words: 0.13,
      sentences: 0.2,
      changes: -0.2,
      noParameters: 0.53,
      known: 0.95,
      parameters: -0.33,
    },
    marks: [1.47, 2.8, 3.35, 4.05],
  },
};
