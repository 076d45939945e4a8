/** An array in the input schema does not describe its items. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachInput, typesOf, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli018: CompatRule = {
  id: 'CLI-018',
  name: 'array-without-items',
  since: '0.1.0',
  triggers: 'An array in the input schema does not describe its items.',
  rationale: 'JSON Schema lets `items` be left out, several model APIs do not, and refuse the request.',
  fix: 'Say what the items are: `"items": { "type": "string" }`, or `"items": {}` for anything.',
  limits: {},
  sample: {
    bad: { ...GET_ORDER, inputSchema: { type: 'object', properties: { ids: { type: 'array' } } } },
    good: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { ids: { type: 'array', items: { type: 'string' } } } },
    },
  },
  check: (subject) =>
    eachInput(subject, (node) =>
      typesOf(node.schema).includes('array') &&
      ownValue(node.schema, 'items') === undefined &&
      ownValue(node.schema, '$ref') === undefined
        ? `${whereOf(node)} is an array without items`
        : undefined,
    ),
};
