/** `items` is a list of schemas. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachInput, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli020: CompatRule = {
  id: 'CLI-020',
  name: 'list-under-items',
  since: '0.1.0',
  triggers: '`items` is a list of schemas.',
  rationale:
    'That is how draft 07 writes an array with a schema for each place; 2020-12 writes `prefixItems`, and many clients know neither.',
  fix: 'Use an object with a name for each place, or one schema for all items.',
  limits: {},
  sample: {
    bad: {
      ...GET_ORDER,
      inputSchema: {
        type: 'object',
        properties: { range: { type: 'array', items: [{ type: 'number' }, { type: 'number' }] } },
      },
    },
    good: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { range: { type: 'array', items: { type: 'number' } } } },
    },
  },
  check: (subject) =>
    eachInput(subject, (node) =>
      Array.isArray(ownValue(node.schema, 'items')) ? `${whereOf(node)} has a list under items` : undefined,
    ),
};
