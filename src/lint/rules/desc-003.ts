/** A description that repeats the tool's name. */
import type { ToolRule } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';
import { foldedWords } from '../text/prose.js';

/** Nothing longer can be a name again. */
const LONGEST_NAME = 1000;

export const desc003: ToolRule = {
  id: 'DESC-003',
  name: 'description-repeats-name',
  severity: 'critical',
  since: '0.1.0',
  triggers:
    'The description is the name of the tool, or its title, in other spelling: case, `_`, `-`, camelCase, white space and a trailing period make no difference.',
  rationale:
    'An agent has read the name already. A description that repeats it costs tokens and adds nothing by which to choose the tool or to fill in its arguments.',
  fix: 'Say what the name does not: on what the tool acts, what it returns, when to use it.',
  bad: { name: 'list_open_invoices', description: 'List open invoices.', inputSchema: { type: 'object' } },
  good: {
    name: 'list_open_invoices',
    description:
      'List the invoices of a customer that are not paid yet, the oldest first, with amount and due date.',
    inputSchema: { type: 'object' },
  },
  scope: 'tool',
  check(tool, context) {
    const { description } = context.view(tool);
    if (description === '' || description.length > LONGEST_NAME) return [];
    const folded = fold(description);
    const names = [ownValue(tool, 'name'), ownValue(tool, 'title')].filter(
      (name) => typeof name === 'string',
    );
    if (folded === '' || !names.some((name) => fold(name.slice(0, LONGEST_NAME)) === folded)) return [];
    return [
      {
        pointer: '/description',
        message: 'the description only repeats the name',
        excerpt: description,
      },
    ];
  },
};

function fold(text: string): string {
  return foldedWords(text).join('');
}
