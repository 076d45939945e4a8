/** The JSON that a model must answer with. Everything is required and nothing else is allowed. */
import { COHERENCE, DIMENSIONS } from './dimensions.js';

const sentences = { type: 'string', minLength: 1, maxLength: 4000, pattern: '\\S' };

const justified = {
  type: 'object',
  properties: { score: { type: 'integer', minimum: 1, maximum: 5 }, justification: sentences },
  required: ['score', 'justification'],
  additionalProperties: false,
};

const scores = (names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, justified])),
  required: [...names],
  additionalProperties: false,
});

export const TOOL_ANSWER = {
  type: 'object',
  properties: {
    scores: scores(DIMENSIONS),
    annotation_contradiction: { type: 'boolean' },
    summary: sentences,
  },
  required: ['scores', 'annotation_contradiction', 'summary'],
  additionalProperties: false,
};

export const SERVER_ANSWER = {
  type: 'object',
  properties: {
    scores: scores(COHERENCE),
    shadowing_risks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          tool: { type: 'string' },
          cheaper_tool: { type: 'string' },
          reason: { type: 'string' },
        },
        required: ['tool', 'cheaper_tool', 'reason'],
        additionalProperties: false,
      },
    },
    summary: sentences,
  },
  required: ['scores', 'shadowing_risks', 'summary'],
  additionalProperties: false,
};
