/** All tools together are larger than the client reads. */
import type { CompatRule } from '../../types/compat.js';
import { deepJson } from '../../util/deep-json.js';
import { numberOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli006: CompatRule = {
  id: 'CLI-006',
  name: 'list-too-large',
  since: '0.1.0',
  triggers: 'All tools together are larger than the client reads.',
  rationale:
    'Clients guard themselves against lists that fill their memory. What is over the limit is not cut, the list fails.',
  fix: 'Shorten schemas and descriptions, or split the server.',
  limits: { bytes: 'the largest list, in bytes of JSON' },
  sample: {
    limit: { bytes: 300 },
    bad: { ...GET_ORDER, description: 'Get an order. '.repeat(30) },
    good: GET_ORDER,
  },
  check: ({ catalog }, { bytes }) => {
    const size = Buffer.byteLength(deepJson(catalog.tools));
    return size > numberOf(bytes, Number.POSITIVE_INFINITY)
      ? [{ pointer: '', message: `all tools together have ${size} bytes, ${bytes} are allowed` }]
      : [];
  },
};
