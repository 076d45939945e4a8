/**
 * Made by `npm run eval:tdqs -- --train` from 61 published scores of 49 servers; nothing of them is in here. What
 * each number weighs is in `docs/decisions/tdqs.md`.
 */
import type { Weights } from './weigh.js';

export const WEIGHTS: Readonly<Record<'behavioral_transparency' | 'contextual_completeness', Weights>> = {
  behavioral_transparency: {
    base: 2.41,
    weights: { annotations: 0.73, facts: 0.7, sentences: 0.28, changes: -0.25 },
    marks: [2.16, 2.69, 3.14, 4.12],
  },
  contextual_completeness: {
    base: 2.44,
    weights: {
      annotations: 0.76,
      facts: 0.49,
      returns: 0.26,
      words: 0.04,
      sentences: 0.23,
      changes: -0.13,
      noParameters: 0.68,
      known: 0.74,
      parameters: -0.3,
    },
    marks: [1.73, 2.84, 3.3, 4.14],
  },
};
