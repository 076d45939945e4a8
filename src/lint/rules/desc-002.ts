/** A description so long that it probably does the schema's work. */
import type { ToolRule } from '../../types/rule.js';

const LONGEST = 500;

export const desc002: ToolRule = {
  id: 'DESC-002',
  name: 'description-too-long',
  severity: 'warning',
  since: '0.1.0',
  triggers: `The description has more than ${LONGEST} characters.`,
  rationale:
    'Every description is sent with every request, so its tokens are paid for again and again, and a long text hides the sentence that tells tools apart. Much of it is usually about arguments and belongs in the schema, where a client can check it.',
  fix: 'Keep purpose, result and limits; move what is said about arguments into their own descriptions, enums and limits.',
  bad: {
    name: 'create_ticket',
    description: `Create a ticket in the tracker. ${'The title must be short, and the priority is a number from one to five where one is the most urgent. '.repeat(5)}`,
    inputSchema: { type: 'object' },
  },
  good: {
    name: 'create_ticket',
    description: 'Create a ticket in the tracker. Returns its id and web address.',
    inputSchema: {
      type: 'object',
      properties: {
        priority: { type: 'integer', minimum: 1, maximum: 5, description: '1 is the most urgent' },
      },
    },
  },
  scope: 'tool',
  check(tool, context) {
    const { length } = context.view(tool).description;
    if (length <= LONGEST) return [];
    return [
      {
        pointer: '/description',
        message: `the description has ${length} characters; over ${LONGEST} it costs more than it tells`,
      },
    ];
  },
};
