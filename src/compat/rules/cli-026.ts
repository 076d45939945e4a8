/** `type` is a list, such as `["string", "null"]`. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachInput, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli026: CompatRule = {
  id: 'CLI-026',
  name: 'list-of-types',
  since: '0.1.0',
  triggers: '`type` is a list, such as `["string", "null"]`.',
  rationale:
    'It is the usual way to say that an argument may be null, and not every API and client can read it.',
  fix: 'Leave the argument out of `required` and give it one type, or use `anyOf`.',
  limits: {},
  sample: {
    bad: { ...GET_ORDER, inputSchema: { type: 'object', properties: { id: { type: ['string', 'null'] } } } },
    good: GET_ORDER,
  },
  check: (subject) =>
    eachInput(subject, (node) =>
      Array.isArray(ownValue(node.schema, 'type')) ? `${whereOf(node)} has a list of types` : undefined,
    ),
};
