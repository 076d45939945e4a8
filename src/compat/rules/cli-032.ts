/** The root of the input schema has no `properties`. */
import type { CompatRule } from '../../types/compat.js';
import { isObject, ownValue } from '../../util/plain.js';
import { eachTool } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli032: CompatRule = {
  id: 'CLI-032',
  name: 'root-without-properties',
  since: '0.1.0',
  triggers: 'The root of the input schema has no `properties`.',
  rationale:
    'A tool without arguments is often given `{ "type": "object" }` alone. An API that wants the list of arguments refuses the request.',
  fix: 'Write `"properties": {}`.',
  limits: {},
  sample: {
    bad: { ...GET_ORDER, inputSchema: { type: 'object' } },
    good: { ...GET_ORDER, inputSchema: { type: 'object', properties: {} } },
  },
  check: (subject) =>
    eachTool(subject, (tool) => {
      const input = ownValue(tool, 'inputSchema');
      return isObject(input) && ownValue(input, 'properties') === undefined
        ? { pointer: '/inputSchema', message: 'the root of the input schema has no properties' }
        : undefined;
    }),
};
