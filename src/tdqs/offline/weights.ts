/**
 * Made by `npm run eval:tdqs -- --train` from 61 published scores of 49 servers; nothing of them is in here. What
 * each number weighs is in `docs/decisions/tdqs.md`.
 */
import type { Weights } from './weigh.js';

export const WEIGHTS: Readonly<Record<'behavioral_transparency' | 'contextual_completeness', Weights>> = {
  behavioral_transparency: {
    base: 1.98,
    weights: { annotations: 0.71, facts: 0.63, returns: 0.24, words: 0.19, sentences: 0.16, changes: -0.25 },
    marks: [1.92, 2.7, 3.23, 4.11],
  },
  contextual_completeness: {
    base: 2.43,
    weights: {
      annotations: 0.76,
      facts: 0.44,
      returns: 0.33,
      words: 0.05,
      sentences: 0.16,
      changes: -0.16,
      noParameters: 0.69,
      known: 0.73,
      parameters: -0.29,
    },
    marks: [1.72, 2.81, 3.34, 4.1],
  },
};
