/** A field of a tool that the official client of this line (1.x or 2.x) does not accept. */
import { fieldName } from '../../shapes/refusals.js';
import type { Catalog } from '../../types/catalog.js';
import type { CompatHit, CompatRule } from '../../types/compat.js';
import { toPointer } from '../../util/pointer.js';
import { eachTool, textsOf } from '../input-schema.js';
import { refusedFields } from '../refused-fields.js';
import { GET_ORDER } from './sample-tool.js';

export const cli001: CompatRule = {
  id: 'CLI-001',
  name: 'tool-refused-by-client',
  since: '0.1.0',
  triggers:
    'A field of a tool that the official client of this line (1.x or 2.x) does not accept. Output schemas are the business of CLI-002.',
  rationale:
    'The official clients check a tool list as a whole. One tool with a description of null, or an input schema without `type: object`, and the person sees a server without any tools.',
  fix: 'Send the field as the specification has it, or leave it out where it is optional.',
  limits: { line: '`1.x` or `2.x`', fields: 'only these fields of a tool; all unless given' },
  sample: {
    limit: { line: '1.x' },
    bad: { ...GET_ORDER, inputSchema: { properties: { id: { type: 'string' } } } },
    good: GET_ORDER,
  },
  check: ({ catalog }, { line, fields }) => [
    ...(fields === undefined ? listHits(catalog, String(line)) : []),
    ...eachTool({ catalog }, (tool) => {
      const [first] = refusedFields(tool, catalog, line).filter(({ path }) =>
        fields === undefined ? path[0] !== 'outputSchema' : textsOf(fields).includes(path.join('.')),
      );
      return (
        first && {
          pointer: toPointer(first.path),
          message: `${fieldName(first.path) || 'it'} ${first.words}`,
        }
      );
    }),
  ],
};

/** Entries that are no tools, and what else a live list had that this client does not take. */
function listHits({ unreadable = [], refused = [] }: Catalog, line: string): CompatHit[] {
  const answers = refused.filter(({ message }) => message.startsWith('tools/list') && message.includes(line));
  return [...unreadable, ...answers].map(({ pointer, message }) => ({ pointer, message }));
}
