/** Constructs that are valid JSON Schema and that popular clients refuse all the same. */
import { dialectOf } from '../../json-schema/dialect.js';
import type { ToolRule } from '../../types/rule.js';
import type { SchemaNode } from '../../types/schema-node.js';
import { isObject, ownValue } from '../../util/plain.js';

/** Places where `true` and `false` are the usual thing to write. */
const SWITCHES = new Set([
  'additionalProperties',
  'additionalItems',
  'unevaluatedProperties',
  'unevaluatedItems',
]);

export const sch007: ToolRule = {
  id: 'SCH-007',
  name: 'rejected-by-clients',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'The input schema uses `true` or `false` as a schema, a list of types (a nullable object, `["object", "null"]`, passes), a list of items (`items: [...]`, `prefixItems`), `allOf`, `anyOf` or `oneOf` at the root, a `$ref` to the network, or a `$schema` that is not a published dialect.',
  rationale:
    'Model APIs accept a part of JSON Schema only, and each a different part. These constructs are the ones that make calls fail with an error about the tool list, far away from their cause.',
  fix: 'Write it in plainer words: one type and leave the property optional, an object instead of a tuple, properties at the root.',
  bad: {
    name: 'move',
    description: 'Move the pointer.',
    inputSchema: { type: 'object', properties: { to: { type: ['string', 'null'] } } },
  },
  good: {
    name: 'move',
    description: 'Move the pointer.',
    inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
  },
  scope: 'tool',
  check(tool, context) {
    const root = ownValue(tool, 'inputSchema');
    const hits = [];
    if (isObject(root) && dialectOf(root) === undefined) {
      hits.push({
        pointer: '/inputSchema/$schema',
        message: '"$schema" names a dialect that is not published',
      });
    }
    for (const node of context.view(tool).nodes) {
      for (const message of constructs(node))
        hits.push({ pointer: `/inputSchema${node.pointer()}`, message });
    }
    return hits;
  },
};

function constructs({ schema, keyword, parent }: SchemaNode): string[] {
  if (typeof schema === 'boolean') {
    return SWITCHES.has(keyword) ? [] : [`${schema} stands for a schema`];
  }
  const found: string[] = [];
  const type = ownValue(schema, 'type');
  if (Array.isArray(type) && !isNullableObject(type)) found.push('the type is a list');
  if (Array.isArray(ownValue(schema, 'items')) || ownValue(schema, 'prefixItems') !== undefined) {
    found.push('the items are a tuple');
  }
  const combinator = ['allOf', 'anyOf', 'oneOf'].find((name) => ownValue(schema, name) !== undefined);
  if (parent === undefined && combinator !== undefined) found.push(`${combinator} stands at the root`);
  const ref = ownValue(schema, '$ref');
  if (typeof ref === 'string' && /^[a-z][a-z0-9+.-]{0,20}:/i.test(ref))
    found.push('the $ref leads out of the schema');
  return found;
}

/** There is no plainer way to say it: an `anyOf` is refused by more clients. */
function isNullableObject(types: readonly unknown[]): boolean {
  return types.length === 2 && types.includes('object') && types.includes('null');
}
