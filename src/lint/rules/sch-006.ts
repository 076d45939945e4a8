/** An input schema that is not an object at its root. */
import type { ToolRule } from '../../types/rule.js';
import { isObject, ownValue } from '../../util/plain.js';

export const sch006: ToolRule = {
  id: 'SCH-006',
  name: 'input-root-not-object',
  severity: 'critical',
  since: '0.1.0',
  triggers: 'The tool has no input schema, or the schema lacks `"type": "object"` at its root.',
  rationale:
    'The protocol asks for it. Some clients check the whole list against the protocol and refuse every tool of the server over a single one that breaks it.',
  fix: 'Write `"type": "object"` at the root; a tool without arguments has `{ "type": "object", "additionalProperties": false }`.',
  bad: { name: 'ping', description: 'Check that the service answers.', inputSchema: {} },
  good: {
    name: 'ping',
    description: 'Check that the service answers.',
    inputSchema: { type: 'object', additionalProperties: false },
  },
  scope: 'tool',
  check(tool) {
    const schema = ownValue(tool, 'inputSchema');
    if (ownValue(schema, 'type') === 'object') return [];
    return [{ pointer: '/inputSchema', message: problemOf(schema) }];
  },
};

function problemOf(schema: unknown): string {
  if (schema === undefined) return 'there is no input schema';
  return isObject(schema)
    ? 'the input schema lacks "type": "object" at its root'
    : 'the input schema is not an object';
}
