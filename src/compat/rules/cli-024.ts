/** A `$ref` of the input schema leads to nothing that stands in it. */
import { resolveRef } from '../../json-schema/walk.js';
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';
import { eachInput, whereOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli024: CompatRule = {
  id: 'CLI-024',
  name: 'reference-leads-nowhere',
  since: '0.1.0',
  triggers: 'A `$ref` of the input schema leads to nothing that is in it.',
  rationale:
    'A definition was renamed, or left out when the schema was cut down. What the argument is cannot be known.',
  fix: 'Add the definition, or write the schema out instead of the reference.',
  limits: {},
  sample: {
    bad: { ...GET_ORDER, inputSchema: { type: 'object', properties: { id: { $ref: '#/$defs/Id' } } } },
    good: {
      ...GET_ORDER,
      inputSchema: {
        type: 'object',
        properties: { id: { $ref: '#/$defs/Id' } },
        $defs: { Id: { type: 'string' } },
      },
    },
  },
  check: (subject) =>
    eachInput(subject, (node, tool) => {
      const ref = ownValue(node.schema, '$ref');
      if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
      const { pointer } = resolveRef(ownValue(tool, 'inputSchema'), { $ref: ref });
      return pointer === undefined
        ? `${whereOf(node)} refers to ${clip(ref, 80)}, which is not there`
        : undefined;
    }),
};
