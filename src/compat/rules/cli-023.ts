/** Something stands beside a `$ref` that may not. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';
import { eachInput, textsOf, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli023: CompatRule = {
  id: 'CLI-023',
  name: 'beside-a-reference',
  since: '0.1.0',
  triggers: 'A keyword next to a `$ref` is not allowed.',
  rationale: 'Since 2019-09 a reference may have neighbours. An API of an older mind refuses the request.',
  fix: 'Move what is next to it into the definition, or write the schema out.',
  limits: { allowed: 'the keywords that may be next to it' },
  sample: {
    limit: { allowed: ['description', 'default'] },
    bad: {
      ...GET_ORDER,
      inputSchema: {
        type: 'object',
        properties: { id: { $ref: '#/$defs/Id', maxLength: 9 } },
        $defs: { Id: { type: 'string' } },
      },
    },
    good: {
      ...GET_ORDER,
      inputSchema: {
        type: 'object',
        properties: { id: { $ref: '#/$defs/Id', description: 'The number.' } },
        $defs: { Id: { type: 'string' } },
      },
    },
  },
  check: (subject, { allowed }) => {
    const known = new Set(['$ref', ...textsOf(allowed)]);
    return eachInput(subject, (node) => {
      if (typeof ownValue(node.schema, '$ref') !== 'string' || node.parent === undefined) return undefined;
      const other = Object.keys(node.schema).find((key) => !known.has(key));
      return other && `${whereOf(node)} has ${clip(other, 40)} beside its $ref`;
    });
  },
};
