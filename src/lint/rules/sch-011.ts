/** A required argument that the schema does not declare. */
import type { ToolRule } from '../../types/rule.js';
import type { InputObject } from '../../types/schema-node.js';
import { isObject, ownValue } from '../../util/plain.js';

export const sch011: ToolRule = {
  id: 'SCH-011',
  name: 'required-not-declared',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'A name in `required` that no property of the object has. Critical where `additionalProperties` is false, since no call can then be valid. Objects that are put together of several schemas, or have `patternProperties`, pass.',
  rationale:
    'An agent is told to send an argument of which it knows nothing but the name: no type, no description. It is most often left over from a renamed property, and every call that follows the schema fails.',
  fix: 'Declare the property, or take the name out of `required`.',
  bad: {
    name: 'get_order',
    description: 'Get an order.',
    inputSchema: {
      type: 'object',
      properties: { order_id: { type: 'string' } },
      required: ['id'],
    },
  },
  good: {
    name: 'get_order',
    description: 'Get an order.',
    inputSchema: {
      type: 'object',
      properties: { order_id: { type: 'string' } },
      required: ['order_id'],
    },
  },
  scope: 'tool',
  check(tool, context) {
    return context.view(tool).objects.flatMap((object) =>
      undeclared(object).map((name) => ({
        pointer: `${object.pointer()}/required`,
        message: `"${name}" is required, and no property has this name`,
        excerpt: name,
        severity:
          ownValue(object.schema, 'additionalProperties') === false ? ('critical' as const) : undefined,
      })),
    );
  },
};

function undeclared({ schema, composed }: InputObject): string[] {
  const required = ownValue(schema, 'required');
  if (composed || !Array.isArray(required) || isObject(ownValue(schema, 'patternProperties'))) return [];
  const properties = ownValue(schema, 'properties');
  const isMissing = (name: unknown): boolean =>
    typeof name === 'string' && !(isObject(properties) && Object.hasOwn(properties, name));
  return required.some(isMissing) ? ([...new Set(required)].filter(isMissing) as string[]) : [];
}
