/** A property that may be anything. */
import type { ToolRule } from '../../types/rule.js';
import { ownValue } from '../../util/plain.js';

const SAYS_WHAT = [
  'type',
  'enum',
  'const',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
];

export const sch003: ToolRule = {
  id: 'SCH-003',
  name: 'untyped-property',
  severity: 'critical',
  since: '0.1.0',
  triggers:
    'A property of the input schema has none of `type`, `enum`, `const`, `$ref` and the combinators (`allOf`, `anyOf`, `oneOf`, `not`, `if`), or is the schema `true`.',
  rationale:
    'Nothing tells the agent whether to send a string, a number or an object, and nothing stops a wrong one before it reaches the server. Some clients drop such a property or refuse the tool.',
  fix: 'Give the property a `type`, or an `enum` of its values.',
  bad: {
    name: 'set_limit',
    description: 'Set the limit.',
    inputSchema: { type: 'object', properties: { limit: { description: 'The limit' } } },
  },
  good: {
    name: 'set_limit',
    description: 'Set the limit.',
    inputSchema: { type: 'object', properties: { limit: { type: 'integer', description: 'The limit' } } },
  },
  scope: 'tool',
  check(tool, context) {
    return (
      context
        .view(tool)
        .nodes.filter(({ keyword, schema }) => keyword === 'properties' && saysNothing(schema))
        // A branch or condition may speak of a property that is typed elsewhere.
        .filter(
          ({ parent }) =>
            parent?.keyword === '' || parent?.keyword === 'properties' || parent?.keyword === 'items',
        )
        .map((node) => ({
          pointer: `/inputSchema${node.pointer()}`,
          message: 'the property has no type, enum, const or combinator',
        }))
    );
  },
};

function saysNothing(schema: Record<string, unknown> | boolean): boolean {
  if (typeof schema === 'boolean') return schema;
  return !SAYS_WHAT.some((keyword) => ownValue(schema, keyword) !== undefined);
}
