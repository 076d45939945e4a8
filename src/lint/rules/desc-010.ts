/** A description that says nothing about what comes back. */
import type { ToolRule } from '../../types/rule.js';
import { isObject, ownValue } from '../../util/plain.js';
import { mentionsReturn } from '../text/prose.js';

export const desc010: ToolRule = {
  id: 'DESC-010',
  name: 'result-not-described',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'The description has no word about a return, output, result or response and names no output format, and the tool declares no `outputSchema`. Applies to English text only.',
  rationale:
    'An agent plans several calls ahead and must know what a call gives it for the next one. The check is coarse: it sees whether the result is spoken of, not whether what is said is right.',
  fix: 'Add a sentence such as "Returns a list of orders, each with id, total and status", or declare an `outputSchema`.',
  bad: {
    name: 'list_orders',
    description: 'List the orders of a customer, newest first.',
    inputSchema: { type: 'object' },
  },
  good: {
    name: 'list_orders',
    description: 'List the orders of a customer, newest first. Returns id, total and status of each.',
    inputSchema: { type: 'object' },
  },
  scope: 'tool',
  check(tool, context) {
    const view = context.view(tool);
    const { description } = view;
    if (description === '' || isObject(ownValue(tool, 'outputSchema'))) return [];
    if (mentionsReturn(description) || !view.english) return [];
    return [
      {
        pointer: '/description',
        message: 'nothing says what the tool returns',
        excerpt: description,
      },
    ];
  },
};
