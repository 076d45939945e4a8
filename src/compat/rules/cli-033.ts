/** A name in `required` that no property of the object has. */
import type { CompatRule } from '../../types/compat.js';
import { isObject, ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';
import { eachInput, textsOf, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli033: CompatRule = {
  id: 'CLI-033',
  name: 'required-taken-out',
  since: '0.1.0',
  triggers: 'A name in `required` that no property of the object has.',
  rationale: 'The client takes the name out, so that the model never sends what the server insists on.',
  fix: 'Declare the property, or take the name out of `required`.',
  limits: {},
  sample: {
    bad: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['id'] },
    },
    good: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    },
  },
  check: (subject) =>
    eachInput(subject, (node) => {
      const properties = ownValue(node.schema, 'properties');
      if (!isObject(properties)) return undefined;
      const odd = textsOf(ownValue(node.schema, 'required')).find((name) => !Object.hasOwn(properties, name));
      return odd === undefined
        ? undefined
        : `${whereOf(node)} requires ${JSON.stringify(clip(odd, 60))}, which it does not declare`;
    }),
};
