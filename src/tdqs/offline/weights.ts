/**
 * Made by `npm run eval:tdqs -- --train` from 61 published scores of 49 servers; nothing of them is in here. What
 * each number weighs is in `docs/decisions/tdqs.md`.
 */
import type { Weights } from './weigh.js';

export const WEIGHTS: Readonly<Record<'behavioral_transparency' | 'contextual_completeness', Weights>> = {
  behavioral_transparency: {
    base: 2.44,
    weights: { annotations: 0.72, told: 0.83, sentences: 0.24, changes: -0.27 },
    marks: [2.17, 2.68, 3.16, 4.2],
  },
  contextual_completeness: {
    base: 2.46,
    weights: {
      annotations: 0.76,
      outputSchema: 0.02,
      facts: 0.56,
      returns: 0.25,
      words: 0.03,
      sentences: 0.15,
      changes: -0.17,
      noParameters: 0.68,
      known: 0.75,
      parameters: -0.28,
    },
    marks: [1.73, 2.85, 3.3, 4.13],
  },
};
