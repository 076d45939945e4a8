/** The input schema, in the form in which the client passes it on, is larger than its budget. */
import type { CompatRule, SchemaView } from '../../types/compat.js';
import { deepJson } from '../../util/deep-json.js';
import { ownValue } from '../../util/plain.js';
import { eachTool, numberOf } from '../input-schema.js';
import { viewSchema } from '../views/view-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli015: CompatRule = {
  id: 'CLI-015',
  name: 'schema-over-budget',
  since: '0.1.0',
  triggers: 'The input schema, in the form in which the client passes it on, is larger than its budget.',
  rationale:
    'The client makes the schema smaller until it fits, and descriptions of arguments are the first to go: the model sees bare names.',
  fix: 'Shorten descriptions of arguments, drop what repeats, and move rare options into their own tool.',
  limits: { bytes: 'the most bytes of JSON', schema: 'the form in which they are counted' },
  sample: {
    limit: { bytes: 120, schema: 'codex' },
    bad: {
      ...GET_ORDER,
      inputSchema: {
        type: 'object',
        properties: {
          id: {
            type: 'string',
            description: 'The number of the order, as it is on the first page of the invoice.',
          },
        },
      },
    },
    good: GET_ORDER,
  },
  check: (subject, { bytes, schema }) =>
    eachTool(subject, (tool) => {
      const input = viewSchema((schema ?? 'as it is') as SchemaView, ownValue(tool, 'inputSchema'), {
        budget: false,
      });
      const size = Buffer.byteLength(deepJson(input));
      if (size <= numberOf(bytes, Number.POSITIVE_INFINITY)) return undefined;
      return {
        pointer: '/inputSchema',
        message: `the input schema has ${size} bytes, ${bytes} are kept whole`,
      };
    }),
};
