/** A text argument may be longer than a grammar can count. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachInput, numberOf, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli038: CompatRule = {
  id: 'CLI-038',
  name: 'length-no-grammar-takes',
  since: '0.1.0',
  triggers: 'A text argument may be longer than a grammar can count.',
  rationale:
    'Local model servers turn the schemas of all tools into one grammar, in which a text of up to 10,000 characters is 10,000 steps. They refuse it, and every tool with it.',
  fix: 'Leave `maxLength` out, check the length in the server, and say it in the description.',
  limits: { max: 'the largest maxLength or minLength' },
  sample: {
    limit: { max: 2000 },
    bad: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { text: { type: 'string', maxLength: 10000 } } },
    },
    good: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { text: { type: 'string', maxLength: 200 } } },
    },
  },
  check: (subject, { max }) =>
    eachInput(subject, (node) => {
      const most = numberOf(max, Number.POSITIVE_INFINITY);
      const found = ['maxLength', 'minLength'].find((key) => numberOf(ownValue(node.schema, key), 0) > most);
      return found && `${found} of ${whereOf(node)} is ${ownValue(node.schema, found)}`;
    }),
};
