/** The input schema holds a keyword that the client or API does not take. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachInput, textsOf, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli027: CompatRule = {
  id: 'CLI-027',
  name: 'keyword-not-taken',
  since: '0.1.0',
  triggers: 'The input schema holds a keyword that the client or API does not take.',
  rationale: 'An API that knows a part of JSON Schema refuses the rest, or leaves the tool out.',
  fix: 'Say it another way: an enum of one value for const, two arguments for a condition, a sentence in the description for the rest.',
  limits: {
    keywords: 'the keywords that are not taken',
    as: '`number`: only where a number is under it',
    names: 'true where an argument of that name is not taken either',
  },
  sample: {
    limit: { keywords: ['const'] },
    bad: { ...GET_ORDER, inputSchema: { type: 'object', properties: { kind: { const: 'order' } } } },
    good: {
      ...GET_ORDER,
      inputSchema: { type: 'object', properties: { kind: { type: 'string', enum: ['order'] } } },
    },
  },
  check: (subject, { keywords, as, names }) => {
    const refused = textsOf(keywords);
    return eachInput(subject, (node) => {
      const { schema } = node;
      const found = refused.find((keyword) => {
        const value = ownValue(schema, keyword);
        return value !== undefined && (as !== 'number' || typeof value === 'number');
      });
      if (found !== undefined) return `${whereOf(node)} has ${found}`;
      const argument = refused.find(
        (keyword) => names === true && ownValue(ownValue(schema, 'properties'), keyword) !== undefined,
      );
      return argument && `${whereOf(node)} has an argument named ${argument}`;
    });
  },
};
