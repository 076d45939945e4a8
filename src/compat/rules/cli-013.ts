/** A tool has no description, or an empty one. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachTool, textOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli013: CompatRule = {
  id: 'CLI-013',
  name: 'description-empty',
  since: '0.1.0',
  triggers: 'A tool has no description, or an empty one.',
  rationale: 'Some clients leave such a tool out, others write their own sentence that says nothing.',
  fix: 'Write in one sentence what the tool does.',
  limits: {},
  sample: {
    bad: { name: 'get_order', inputSchema: { type: 'object', properties: { id: { type: 'string' } } } },
    good: GET_ORDER,
  },
  check: (subject) =>
    eachTool(subject, (tool) =>
      textOf(ownValue(tool, 'description')).trim() === ''
        ? { pointer: '/description', message: 'there is no description' }
        : undefined,
    ),
};
