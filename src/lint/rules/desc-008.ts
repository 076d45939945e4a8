/** An argument that is explained at greater length than the tool. */
import type { ToolRule } from '../../types/rule.js';

export const desc008: ToolRule = {
  id: 'DESC-008',
  name: 'argument-outweighs-tool',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'The description of an argument is longer than the description of the tool. A tool without a description is left to DESC-001.',
  rationale:
    'The agent chooses the tool before it looks at arguments. Text that is heavier on an argument than on the tool is in the wrong place: the choice is made on the thin part.',
  fix: 'Move what concerns the whole tool into its description, and cut the argument down to meaning and format.',
  bad: {
    name: 'send_mail',
    description: 'Send an e-mail message.',
    inputSchema: {
      type: 'object',
      properties: {
        to: {
          type: 'string',
          description:
            'The address of the person who is to receive the message, with or without a display name',
        },
      },
    },
  },
  good: {
    name: 'send_mail',
    description:
      'Send an e-mail message from the account of the signed-in user. Returns the id of the message.',
    inputSchema: {
      type: 'object',
      properties: { to: { type: 'string', description: 'Address of the recipient' } },
    },
  },
  scope: 'tool',
  check(tool, context) {
    const { description, parameters } = context.view(tool);
    if (description === '') return [];
    return parameters
      .filter((parameter) => parameter.description.length > description.length)
      .map((parameter) => ({
        pointer: parameter.pointer(),
        message: `the description of "${parameter.name}" (${parameter.description.length} characters) is longer than the tool's (${description.length})`,
        excerpt: parameter.description,
      }));
  },
};
