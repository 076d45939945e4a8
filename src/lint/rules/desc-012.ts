/** A tool without annotations. */
import type { ToolRule } from '../../types/rule.js';
import { isObject, ownValue } from '../../util/plain.js';

export const desc012: ToolRule = {
  id: 'DESC-012',
  name: 'no-annotations',
  severity: 'warning',
  since: '0.1.0',
  triggers: 'The tool has no `annotations` object. An empty one passes.',
  rationale:
    'Without annotations a client must assume the worst, that a call changes things and cannot be taken back, and asks the user before every harmless read; or it assumes the best, and does not ask before a delete.',
  fix: 'Add `annotations` with `readOnlyHint`, and for tools that write also `destructiveHint` and `idempotentHint`.',
  bad: { name: 'read_page', description: 'Read a page. Returns its text.', inputSchema: { type: 'object' } },
  good: {
    name: 'read_page',
    description: 'Read a page. Returns its text.',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  },
  scope: 'tool',
  check(tool) {
    if (isObject(ownValue(tool, 'annotations'))) return [];
    return [{ pointer: '', message: 'the tool has no annotations' }];
  },
};
