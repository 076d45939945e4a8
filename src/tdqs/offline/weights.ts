/**
 * Made by `npm run eval:tdqs -- --train` from 61 published scores of 49 servers; nothing of them is in here. What
 * each number weighs is in `docs/decisions/tdqs.md`.
 */
import type { Weights } from './weigh.js';

export const WEIGHTS: Readonly<Record<'behavioral_transparency' | 'contextual_completeness', Weights>> = {
  behavioral_transparency: {
    base: 1.91,
    weights: { annotations: 0.74, facts: 0.65, returns: 0.02, words: 0.2, sentences: 0.12, changes: -0.26 },
    marks: [1.91, 2.7, 3.18, 4.11],
  },
  contextual_completeness: {
    base: 2.06,
    weights: {
      annotations: 0.76,
      facts: 0.44,
      returns: 0.18,
      words: 0.2,
      sentences: 0.05,
      changes: -0.19,
      noParameters: 0.73,
      known: 0.75,
      parameters: -0.28,
    },
    marks: [1.58, 2.79, 3.25, 4.06],
  },
};
