/** An `enum` holds an empty text, or a value that is no text. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';
import { eachInput, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli028: CompatRule = {
  id: 'CLI-028',
  name: 'enum-value',
  since: '0.1.0',
  triggers: 'An `enum` holds an empty text, or a value that is not text.',
  rationale:
    'Enumerations are for texts in the schema language of some APIs. A number or an empty value in one fails the request.',
  fix: 'Write the values as texts, and leave the argument out of `required` instead of an empty one.',
  limits: {},
  sample: {
    bad: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { size: { type: 'integer', enum: [1, 2] } } },
    },
    good: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { size: { type: 'string', enum: ['1', '2'] } } },
    },
  },
  check: (subject) =>
    eachInput(subject, (node) => {
      const values = ownValue(node.schema, 'enum');
      if (!Array.isArray(values)) return undefined;
      const odd = values.find((value) => typeof value !== 'string' || value === '');
      return odd === undefined
        ? undefined
        : `the enum of ${whereOf(node)} holds ${clip(JSON.stringify(odd) ?? '', 40)}`;
    }),
};
