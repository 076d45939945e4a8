/** Annotations that say the opposite of the name. */
import type { ToolRule } from '../../types/rule.js';
import { effectOf, hintOf } from '../text/tool-effect.js';

export const sec012: ToolRule = {
  id: 'SEC-012',
  name: 'annotation-contradiction',
  severity: 'medium',
  since: '0.1.0',
  triggers:
    'The tool declares `readOnlyHint: true` and its name has a verb that writes, deletes or sends; or it declares `destructiveHint: false` and its name deletes.',
  rationale:
    'Clients skip the confirmation of calls that are declared harmless. A wrong hint is a way around the user.',
  fix: 'Correct the annotation, or the name.',
  bad: { name: 'delete_file', description: 'Delete a file.', annotations: { readOnlyHint: true } },
  good: {
    name: 'list_deleted_files',
    description: 'List files that were deleted.',
    annotations: { readOnlyHint: true },
  },
  scope: 'tool',
  check(tool) {
    const isReadOnly = hintOf(tool, 'readOnlyHint') === true;
    const isHarmless = hintOf(tool, 'destructiveHint') === false;
    // Most tools declare neither, and then nothing is asked of their names.
    if (!isReadOnly && !isHarmless) return [];
    const { effect, verb } = effectOf(tool) ?? {};
    if (effect === undefined || effect === 'reads') return [];
    if (isReadOnly) {
      return [
        {
          pointer: '/annotations/readOnlyHint',
          message: `annotation-contradiction: readOnlyHint is true on a tool that ${effect} ("${verb}")`,
        },
      ];
    }
    if (effect === 'deletes' && isHarmless) {
      return [
        {
          pointer: '/annotations/destructiveHint',
          message: `annotation-contradiction: destructiveHint is false on a tool that deletes ("${verb}")`,
        },
      ];
    }
    return [];
  },
};
