/** An output schema that the official client of this line does not accept as it stands: its root is not `type: object`, or its properties are no map. */
import { fieldName } from '../../shapes/refusals.js';
import type { CompatRule } from '../../types/compat.js';
import { toPointer } from '../../util/pointer.js';
import { eachTool, textsOf } from '../input-schema.js';
import { refusedFields } from '../refused-fields.js';
import { GET_ORDER } from './sample-tool.js';

export const cli002: CompatRule = {
  id: 'CLI-002',
  name: 'output-schema-shape',
  since: '0.1.0',
  triggers:
    'An output schema that the official client of this line does not accept as it is: its root is not `type: object`, or its properties are not a map.',
  rationale:
    'A tool that returns a list or a plain value is often given such a schema by a generator. Up to the revision 2025-11-25 clients refuse it, and with it the whole list.',
  fix: 'Put the value into an object: `{ "type": "object", "properties": { "result": … } }`, and return structuredContent of that shape.',
  limits: { line: '`1.x` or `2.x`', fields: 'only these fields; all unless given' },
  sample: {
    limit: { line: '1.x' },
    bad: { ...GET_ORDER, outputSchema: { type: 'array', items: { type: 'string' } } },
    good: {
      ...GET_ORDER,
      outputSchema: { type: 'object', properties: { result: { type: 'array', items: { type: 'string' } } } },
    },
  },
  check: ({ catalog }, { line, fields }) =>
    eachTool({ catalog }, (tool) => {
      const [first] = refusedFields(tool, catalog, line).filter(
        ({ path }) =>
          path[0] === 'outputSchema' && (fields === undefined || textsOf(fields).includes(path.join('.'))),
      );
      return first && { pointer: toPointer(first.path), message: `${fieldName(first.path)} ${first.words}` };
    }),
};
