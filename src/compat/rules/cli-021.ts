/** The input schema holds a `$ref`, or one of another form than those that the client knows. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';
import { eachInput, textsOf, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli021: CompatRule = {
  id: 'CLI-021',
  name: 'reference',
  since: '0.1.0',
  triggers: 'The input schema holds a `$ref`, or one of another form than those that the client knows.',
  rationale:
    'Generators put every class under `$defs`. Clients that convert schemas often lose what a reference leads to, and the argument has no type any more.',
  fix: 'Write the schema out instead of the reference.',
  limits: { allowed: 'how a reference may begin; none is allowed there unless given' },
  sample: {
    limit: {},
    bad: {
      ...GET_ORDER,
      inputSchema: {
        type: 'object',
        properties: { id: { $ref: '#/$defs/Id' } },
        $defs: { Id: { type: 'string' } },
      },
    },
    good: GET_ORDER,
  },
  check: (subject, { allowed }) =>
    eachInput(subject, (node) => {
      const ref = ownValue(node.schema, '$ref');
      if (typeof ref !== 'string' || textsOf(allowed).some((start) => isOneName(ref, start)))
        return undefined;
      return `${whereOf(node)} refers to ${clip(ref, 80)}`;
    }),
};

function isOneName(ref: string, start: string): boolean {
  return ref.startsWith(start) && !ref.slice(start.length).includes('/');
}
