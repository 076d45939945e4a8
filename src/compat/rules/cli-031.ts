/** Something other than a schema stands under `properties`. */
import type { CompatRule } from '../../types/compat.js';
import { isObject, ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';
import { eachInput, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli031: CompatRule = {
  id: 'CLI-031',
  name: 'no-schema-under-properties',
  since: '0.1.0',
  triggers: 'Something other than a schema is under `properties`.',
  rationale:
    'Most often a keyword slipped one level too deep: `"properties": { "type": "object" }` makes an argument named type.',
  fix: 'Put a schema there, or move the keyword out of `properties`.',
  limits: {},
  sample: {
    bad: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { type: 'object', id: { type: 'string' } } },
    },
    good: GET_ORDER,
  },
  check: (subject) =>
    eachInput(subject, (node) => {
      const properties = ownValue(node.schema, 'properties');
      if (properties === undefined) return undefined;
      if (!isObject(properties)) return `properties of ${whereOf(node)} is not a map`;
      const odd = Object.keys(properties).find(
        (key) => !isObject(properties[key]) && typeof properties[key] !== 'boolean',
      );
      return odd === undefined
        ? undefined
        : `${JSON.stringify(clip(odd, 60))} under properties of ${whereOf(node)} is not a schema`;
    }),
};
