/** An object that takes properties nobody declared. */
import type { ToolRule } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';

export const sch002: ToolRule = {
  id: 'SCH-002',
  name: 'open-object',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'The input schema, or an object with declared properties inside it, has neither `additionalProperties: false` nor `unevaluatedProperties: false`. Inside, a schema for further properties counts as a decision and passes.',
  rationale:
    'An open object swallows a misspelt argument: the call is valid, the value is ignored, and the agent never learns. Strict modes of model APIs refuse open objects altogether.',
  fix: 'Set `"additionalProperties": false`. `mcptest lint --fix` does so where the object is not composed of other schemas.',
  bad: {
    name: 'get_order',
    description: 'Get an order.',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  },
  good: {
    name: 'get_order',
    description: 'Get an order.',
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    },
  },
  scope: 'tool',
  check(tool, context) {
    const root = ownValue(tool, 'inputSchema');
    return context
      .view(tool)
      .objects.filter(({ schema }) => isOpen(schema, schema === root))
      .map(({ pointer, composed }) => ({
        pointer: pointer(),
        message: 'the object takes properties that are not declared',
        suggestion: composed
          ? 'Set `"unevaluatedProperties": false`: the object is composed of others.'
          : undefined,
      }));
  },
};

export function isOpen(schema: Record<string, unknown>, isRoot: boolean): boolean {
  const additional = ownValue(schema, 'additionalProperties');
  if (additional === false || ownValue(schema, 'unevaluatedProperties') === false) return false;
  return isRoot || additional === undefined || additional === true;
}
