/**
 * The objects that a tool takes as input: the root and every object with declared properties below it,
 * reached through properties, items and branches. Parts of an `allOf` are no objects of their own, so
 * closing one of them would forbid what the others allow; they are left out.
 */
import { resolveRef, walkSchema } from '../../json-schema/walk.js';
import type { InputObject, SchemaNode } from '../../types/schema-node.js';
import { isObject, ownValue } from '../../util/plain.js';

const COMPOSING = ['allOf', 'anyOf', 'oneOf', '$ref', '$dynamicRef', 'if', 'dependentSchemas'];
const NOT_INPUT = new Set(['not', 'if', 'then', 'else', 'allOf', 'dependentSchemas', 'propertyNames']);

export function inputObjects(inputSchema: unknown, nodes = walkSchema(inputSchema)): InputObject[] {
  const merged = new Set(
    nodes
      .filter(({ keyword, schema }) => keyword === 'allOf' && ownValue(schema, '$ref') !== undefined)
      .map(({ schema }) => resolveRef(inputSchema, schema).schema),
  );
  const found: InputObject[] = [];
  for (const node of nodes) {
    const { schema } = node;
    if (!isObject(schema) || merged.has(schema) || isPart(node)) continue;
    const declared = ownValue(schema, 'properties');
    if (node.parent !== undefined && !(isObject(declared) && Object.keys(declared).length > 0)) continue;
    const composed = COMPOSING.some((keyword) => ownValue(schema, keyword) !== undefined);
    found.push({ schema, composed, pointer: () => `/inputSchema${node.pointer()}` });
  }
  return found;
}

/** Whether the node only adds to the object around it. */
function isPart(node: SchemaNode): boolean {
  for (let at: SchemaNode | undefined = node; at !== undefined; at = at.parent) {
    if (NOT_INPUT.has(at.keyword)) return true;
    if (at.keyword === 'properties' || at.keyword === 'items') return false;
    // Branches of an object that has properties of its own are parts of it too.
    const around: SchemaNode | undefined = at.parent;
    const branch = at.keyword === 'anyOf' || at.keyword === 'oneOf';
    if (branch && ownValue(around?.schema, 'properties') !== undefined) return true;
  }
  return false;
}
