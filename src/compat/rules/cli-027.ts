/** The input schema holds a keyword that the client or API does not take. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachInput, textsOf, whereOf } from '../input-schema.js';

export const cli027: CompatRule = {
  id: 'CLI-027',
  name: 'keyword-not-taken',
  since: '0.1.0',
  triggers: 'The input schema holds a keyword that the client or API does not take.',
  rationale: 'An API that knows a part of JSON Schema refuses the rest, or leaves the tool out.',
  fix: 'Say it another way: an enum of one value for const, two arguments for a condition, a sentence in the description for the rest.',
  limits: { keywords: 'the keywords that are not taken' },
  sample: {
    limit: { keywords: ['const'] },
    bad: {
      name: 'get_order',
      description: 'Get an order.',
      inputSchema: { type: 'object', properties: { kind: { const: 'order' } } },
    },
    good: {
      name: 'get_order',
      description: 'Get an order.',
      inputSchema: { type: 'object', properties: { kind: { type: 'string', enum: ['order'] } } },
    },
  },
  check: (subject, { keywords }) => {
    const refused = textsOf(keywords);
    return eachInput(subject, (node) => {
      const found = refused.find((keyword) => ownValue(node.schema, keyword) !== undefined);
      return found && `${whereOf(node)} has ${found}`;
    });
  },
};
