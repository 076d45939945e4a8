/** A `$ref` leads back to a schema that it stands in. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachInput, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli025: CompatRule = {
  id: 'CLI-025',
  name: 'reference-to-itself',
  since: '0.1.0',
  triggers: 'A `$ref` leads back to a schema that contains it.',
  rationale:
    'A tree has no end when it is written out. Clients that write references out put an empty schema there, and the model no longer knows what a branch is made of.',
  fix: 'Give the tree a fixed depth, or take it as text and say so.',
  limits: {},
  sample: {
    bad: {
      ...GET_ORDER,
      inputSchema: {
        type: 'object',
        properties: { root: { $ref: '#/$defs/Node' } },
        $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
      },
    },
    good: GET_ORDER,
  },
  check: (subject) =>
    eachInput(subject, (node) => {
      const ref = ownValue(node.schema, '$ref');
      if (typeof ref !== 'string' || !ref.startsWith('#')) return undefined;
      const target = ref.slice(1);
      const at = node.pointer();
      return at === target || at.startsWith(`${target}/`)
        ? `${whereOf(node)} refers to a schema that contains it`
        : undefined;
    }),
};
