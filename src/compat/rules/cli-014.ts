/** The instructions of the server are longer than the client takes. */
import type { CompatRule } from '../../types/compat.js';
import { numberOf, sizeOf } from '../input-schema.js';

export const cli014: CompatRule = {
  id: 'CLI-014',
  name: 'instructions-too-long',
  since: '0.1.0',
  triggers: 'The instructions of the server are longer than the client takes.',
  rationale:
    'Instructions are the only text that a client with deferred tools shows from the start. What is cut off cannot lead a model to a tool.',
  fix: 'Put into the first lines what the server is for and when to use it.',
  limits: { max: 'the most', unit: '`characters` or `bytes`' },
  sample: {
    limit: { max: 40, unit: 'bytes' },
    bad: { server: 'shop', instructions: 'Ask for orders by number. '.repeat(9), tools: [] },
    good: { server: 'shop', instructions: 'Ask for orders.', tools: [] },
  },
  check: ({ catalog }, { max, unit }) => {
    const size = sizeOf(catalog.instructions ?? '', String(unit));
    return size > numberOf(max, Number.POSITIVE_INFINITY)
      ? [
          {
            pointer: '/instructions',
            message: `the instructions have ${size} ${unit ?? 'characters'}, ${max} are kept`,
          },
        ]
      : [];
  },
};
