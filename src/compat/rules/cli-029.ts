/** `properties` or `required` stands beside a type other than object. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachInput, typesOf, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli029: CompatRule = {
  id: 'CLI-029',
  name: 'properties-of-no-object',
  since: '0.1.0',
  triggers: '`properties` or `required` is next to a type other than object.',
  rationale:
    'It does no harm in JSON Schema, which ignores it. An API that checks whether keywords fit the type refuses the request.',
  fix: 'Take it out, or make the type `object`.',
  limits: {},
  sample: {
    bad: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { id: { type: 'string', properties: {} } } },
    },
    good: GET_ORDER,
  },
  check: (subject) =>
    eachInput(subject, (node) => {
      const types = typesOf(node.schema);
      if (types.length === 0 || types.includes('object')) return undefined;
      const found = ['properties', 'required'].find((key) => ownValue(node.schema, key) !== undefined);
      return found && `${whereOf(node)} has ${found} and the type ${types.join(', ')}`;
    }),
};
