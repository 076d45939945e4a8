/**
 * Made by `npm run eval:tdqs -- --train` from 61 published scores of 49 servers; nothing of them is in here. What
 * each number weighs is in `docs/decisions/tdqs.md`.
 */
import type { Weights } from './weigh.js';

export const WEIGHTS: Readonly<Record<'behavioral_transparency' | 'contextual_completeness', Weights>> = {
  behavioral_transparency: {
    base: 2.12,
    weights: { annotations: 0.71, facts: 0.63, returns: 0.14, words: 0.1, sentences: 0.34, changes: -0.21 },
    marks: [2.01, 2.69, 3.12, 4.2],
  },
  contextual_completeness: {
    base: 2.47,
    weights: {
      annotations: 0.76,
      facts: 0.48,
      returns: 0.25,
      words: 0.03,
      sentences: 0.25,
      changes: -0.14,
      noParameters: 0.7,
      known: 0.73,
      parameters: -0.3,
    },
    marks: [1.73, 2.85, 3.29, 4.14],
  },
};
