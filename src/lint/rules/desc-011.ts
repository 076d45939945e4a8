/** An annotation hint that is not true or false. */
import type { ToolRule } from '../../types/rule.js';
import { isObject, ownValue } from '../../util/plain.js';

export const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

export const desc011: ToolRule = {
  id: 'DESC-011',
  name: 'annotation-not-boolean',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'One of `readOnlyHint`, `destructiveHint`, `idempotentHint` and `openWorldHint` is present and is neither `true` nor `false`.',
  rationale:
    'Clients decide by these hints whether to ask the user first. A string such as "false" is truthy in some of them and ignored or refused by others.',
  fix: 'Write `true` or `false` without quotes, or leave the hint out.',
  bad: {
    name: 'read_page',
    description: 'Read a page. Returns its text.',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: 'true' },
  },
  good: {
    name: 'read_page',
    description: 'Read a page. Returns its text.',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  },
  scope: 'tool',
  check(tool) {
    const annotations = ownValue(tool, 'annotations');
    if (!isObject(annotations)) return [];
    return HINTS.filter((hint) => Object.hasOwn(annotations, hint))
      .filter((hint) => annotations[hint] !== undefined && typeof annotations[hint] !== 'boolean')
      .map((hint) => ({
        pointer: `/annotations/${hint}`,
        message: `${hint} is neither true nor false`,
      }));
  },
};
