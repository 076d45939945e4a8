/**
 * The validator library leaves out every property, pattern and dependency that is called `__proto__`, though JSON knows
 * nothing special about the name. They are said a second time, in words that it reads.
 */
import { isObject, ownValue } from '../util/plain.js';
import { walkSchema } from './walk.js';

const PROTO = '__proto__';
const MAPS = ['properties', 'patternProperties', 'dependencies'];

/** The schema itself where the name does not come up. */
export function withProtoSaid<Schema>(schema: Schema): Schema {
  if (!walkSchema(schema).some(({ schema: node }) => MAPS.some((map) => named(node, map) !== undefined)))
    return schema;
  const copy = structuredClone(schema);
  for (const { schema: node } of walkSchema(copy)) if (isObject(node)) sayAgain(node);
  return copy;
}

/** What stands there stays: a `$ref` may lead to it. */
function sayAgain(node: Record<string, unknown>): void {
  const again: [string, unknown][] = [];
  const property = named(node, 'properties');
  if (property !== undefined) again.push([`^${PROTO}$`, property]);
  const pattern = named(node, 'patternProperties');
  if (pattern !== undefined) again.push([`(?:${PROTO})`, pattern]);
  if (again.length > 0) {
    const patterns = ownValue(node, 'patternProperties');
    node.patternProperties = isObject(patterns) ? { ...patterns } : {};
    for (const [key, value] of again)
      addPattern(node.patternProperties as Record<string, unknown>, key, value);
  }
  const dependency = named(node, 'dependencies');
  if (dependency === undefined) return;
  const rest = Array.isArray(dependency) ? { required: dependency } : dependency;
  const all = ownValue(node, 'allOf');
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  node.allOf = [...(Array.isArray(all) ? all : []), { if: { required: [PROTO] }, then: rest }];
}

/** Under a key that the schema does not have yet. */
function addPattern(patterns: Record<string, unknown>, pattern: string, value: unknown): void {
  let key = pattern;
  while (Object.hasOwn(patterns, key)) key = `(?:${key})`;
  patterns[key] = value;
}

function named(node: unknown, map: string): unknown {
  return ownValue(ownValue(node, map), PROTO);
}
