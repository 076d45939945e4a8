/** One of these keywords stands at the root of the input schema. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachTool, textsOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli016: CompatRule = {
  id: 'CLI-016',
  name: 'union-at-the-root',
  since: '0.1.0',
  triggers: 'One of these keywords is at the root of the input schema.',
  rationale:
    'An input that is one of several objects cannot be given to most model APIs: they want one object, and refuse the request or drop the union, and with it which arguments belong together.',
  fix: 'Make one object with all arguments optional, say in the description which belong together, or offer a tool for each kind.',
  limits: { keywords: 'the keywords that are not allowed there' },
  sample: {
    limit: { keywords: ['oneOf', 'anyOf', 'allOf'] },
    bad: {
      ...GET_ORDER,
      inputSchema: { type: 'object', oneOf: [{ required: ['id'] }, { required: ['email'] }] },
    },
    good: GET_ORDER,
  },
  check: (subject, { keywords }) =>
    eachTool(subject, (tool) => {
      const input = ownValue(tool, 'inputSchema');
      const found = textsOf(keywords).find((keyword) => ownValue(input, keyword) !== undefined);
      return found === undefined
        ? undefined
        : { pointer: `/inputSchema/${found}`, message: `${found} is at the root of the input schema` };
    }),
};
