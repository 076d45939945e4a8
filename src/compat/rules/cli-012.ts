/** A description is longer than the client takes. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachTool, numberOf, sizeOf, textOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli012: CompatRule = {
  id: 'CLI-012',
  name: 'description-too-long',
  since: '0.1.0',
  triggers: 'A description is longer than the client takes.',
  rationale:
    'What is behind the limit never reaches the model, or the request fails. The end of a long description is often where its conditions stand.',
  fix: 'Say first what matters, and keep descriptions below 1,000 characters.',
  limits: { max: 'the most', unit: '`characters` or `bytes`' },
  sample: {
    limit: { max: 40, unit: 'characters' },
    bad: {
      ...GET_ORDER,
      description: 'Get an order by its number, with its lines, its prices and its taxes.',
    },
    good: GET_ORDER,
  },
  check: (subject, { max, unit }) =>
    eachTool(subject, (tool) => {
      const size = sizeOf(textOf(ownValue(tool, 'description')), String(unit));
      if (size <= numberOf(max, Number.POSITIVE_INFINITY)) return undefined;
      return {
        pointer: '/description',
        message: `the description has ${size} ${unit ?? 'characters'}, ${max} are kept`,
      };
    }),
};
