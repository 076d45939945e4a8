/** An object with properties that does not say which are required. */
import type { ToolRule } from '../../types/rule.js';
import { isObject, ownValue } from '../../util/plain.js';

export const sch001: ToolRule = {
  id: 'SCH-001',
  name: 'no-required-list',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'An object of the input schema declares properties but has no `required` list. An empty list passes: it says that all are optional.',
  rationale:
    'Without the list everything is optional, and nobody can tell whether that was meant. Agents leave arguments out, the call passes validation and fails inside the server.',
  fix: 'List the required properties, or write `"required": []` when all are optional. `mcptest lint --fix` adds the empty list.',
  bad: {
    name: 'get_order',
    description: 'Get an order.',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  },
  good: {
    name: 'get_order',
    description: 'Get an order.',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  },
  scope: 'tool',
  check(tool, context) {
    return context
      .view(tool)
      .objects.filter(({ schema }) => lacksRequired(schema))
      .map(({ pointer }) => ({ pointer: pointer(), message: 'there are properties but no "required" list' }));
  },
};

export function lacksRequired(schema: Record<string, unknown>): boolean {
  const properties = ownValue(schema, 'properties');
  return (
    isObject(properties) && Object.keys(properties).length > 0 && !Array.isArray(ownValue(schema, 'required'))
  );
}
