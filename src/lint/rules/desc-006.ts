/** A required argument that nobody explains. */
import type { ToolRule } from '../../types/rule.js';

export const desc006: ToolRule = {
  id: 'DESC-006',
  name: 'required-argument-undocumented',
  severity: 'critical',
  since: '0.1.0',
  triggers:
    'A required argument has no description in the schema; also inside objects and lists that are required themselves. A `$ref` is followed, and the description of its target counts.',
  rationale:
    'The agent must fill a required argument to call the tool at all. Without a description it has only a name such as `id` or `value` to go by, and invents the rest: the format, the unit, whose id is meant.',
  fix: 'Give the argument a `description` that says what it is, in which format, and where the agent gets it.',
  bad: {
    name: 'get_order',
    description: 'Get an order. Returns its items and status.',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  },
  good: {
    name: 'get_order',
    description: 'Get an order. Returns its items and status.',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Order number as `list_orders` returns it, e.g. A-1024' },
      },
      required: ['id'],
    },
  },
  scope: 'tool',
  check(tool, context) {
    return context
      .view(tool)
      .parameters.filter((parameter) => parameter.required && parameter.description === '')
      .map((parameter) => ({
        pointer: parameter.pointer(),
        message: `required argument "${placeOf(parameter.pointer(), parameter.name)}" has no description`,
      }));
  },
};

/** `data[].time` for what stands inside an argument. */
function placeOf(pointer: string, name: string): string {
  const parts = pointer.split('/properties/').slice(1);
  const outer = parts.slice(0, -1).filter((part) => !part.includes('$defs'));
  const steps = outer.map((part) =>
    part.replaceAll(/\/items(?=\/|$)/g, '[]').replaceAll(/\/\w+(?:\/\d+)?/g, ''),
  );
  return [...steps, name].join('.');
}
