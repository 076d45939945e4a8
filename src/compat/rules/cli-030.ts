/** A constraint of an argument that the client takes out, and that no description repeats. Lengths from 500 characters and 50 items on only guard the server and are left alone. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { eachInput, textOf, textsOf, whereOf } from '../input-schema.js';
import { isUntold, textAround } from '../told-in-words.js';
import { GET_ORDER } from './sample-tool.js';

export const cli030: CompatRule = {
  id: 'CLI-030',
  name: 'constraint-never-arrives',
  since: '0.1.0',
  triggers:
    'A constraint of an argument that the client takes out, and that no description repeats. Lengths from 500 characters and 50 items on only guard the server and are left alone.',
  rationale:
    'The model cannot keep to a limit that it does not know. It sends a date in its own form, or 500 where 100 is the most, and learns it from an error.',
  fix: 'Repeat the constraint in the description of the argument: its form, its limits, its default.',
  limits: { keywords: 'the keywords that are taken out' },
  sample: {
    limit: { keywords: ['maximum'] },
    bad: {
      ...GET_ORDER,
      inputSchema: {
        type: 'object',
        properties: { count: { type: 'integer', maximum: 50, description: 'How many.' } },
      },
    },
    good: {
      ...GET_ORDER,
      inputSchema: {
        type: 'object',
        properties: { count: { type: 'integer', maximum: 50, description: 'How many, at most 50.' } },
      },
    },
  },
  check: (subject, { keywords }) => {
    const lost = textsOf(keywords);
    return eachInput(subject, (node, tool) => {
      const told = `${textOf(ownValue(tool, 'description'))}\n${textAround(node)}`;
      const found = lost.filter((keyword) => isUntold(keyword, ownValue(node.schema, keyword), told));
      return found.length === 0
        ? undefined
        : `${found.join(', ')} of ${whereOf(node)} ${found.length === 1 ? 'does' : 'do'} not reach the model`;
    });
  },
};
