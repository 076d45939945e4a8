/**
 * A walk over every schema inside a schema, in order. It never follows `$ref`, looks
 * at each object once, and stops at the caps of `size.ts`; values inside `enum`, `const`, `default` and
 * `examples` are data and are not visited.
 */
import type { SchemaNode } from '../types/schema-node.js';
import { isObject, ownValue } from '../util/plain.js';
import { toPointer } from '../util/pointer.js';
import { MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES } from './size.js';

const ONE = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const LIST = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const MAP = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']);

/** Longer ones are left alone: a chain of huge references would be read again for every argument. */
const MAX_REF_LENGTH = 1000;

export function walkSchema(root: unknown): SchemaNode[] {
  const walk: Walk = { found: [], seen: new Set() };
  visit(new WalkedSchema(root as SchemaNode['schema'], ''), 0, walk);
  return walk.found;
}

interface Walk {
  found: SchemaNode[];
  seen: Set<object>;
}

class WalkedSchema implements SchemaNode {
  constructor(
    readonly schema: SchemaNode['schema'],
    readonly keyword: string,
    readonly parent?: SchemaNode,
    /** The name or the number after the keyword, where there is one. */
    private readonly key?: string | number,
  ) {}

  path(): (string | number)[] {
    return [...(this.parent?.path() ?? []), ...this.steps()];
  }

  pointer(): string {
    return `${this.parent?.pointer() ?? ''}${toPointer(this.steps())}`;
  }

  private steps(): (string | number)[] {
    if (this.parent === undefined) return [];
    return this.key === undefined ? [this.keyword] : [this.keyword, this.key];
  }
}

/** No deeper than `MAX_SCHEMA_DEPTH`, so that recursion ends. */
function visit(node: SchemaNode, depth: number, walk: Walk): void {
  const { schema } = node;
  if (walk.found.length >= MAX_SCHEMA_NODES) return;
  if (typeof schema !== 'boolean' && !isObject(schema)) return;
  walk.found.push(node);
  if (typeof schema === 'boolean' || walk.seen.has(schema) || depth >= MAX_SCHEMA_DEPTH) return;
  walk.seen.add(schema);
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    if (typeof value === 'object' || typeof value === 'boolean')
      visitBelow(value, { keyword, node, depth }, walk);
  }
}

/** What one keyword holds: a schema, a list of them, or schemas by name. */
function visitBelow(
  value: unknown,
  { keyword, node, depth }: { keyword: string; node: SchemaNode; depth: number },
  walk: Walk,
): void {
  const enter = (schema: unknown, key?: string | number): void =>
    visit(new WalkedSchema(schema as SchemaNode['schema'], keyword, node, key), depth + 1, walk);
  if (Array.isArray(value)) {
    if (LIST.has(keyword)) for (const [i, item] of value.entries()) enter(item, i);
  } else if (ONE.has(keyword)) enter(value);
  else if (MAP.has(keyword) && isObject(value)) {
    for (const name of Object.keys(value)) enter(value[name], name);
  }
}

export interface ResolvedSchema {
  schema: unknown;
  /** RFC 6901 from the root; undefined when the schema was not reached through a `$ref`. */
  pointer?: string;
}

/** Follows local `$ref`s (`#/$defs/x`) until something else is met; gives up on a loop. */
export function resolveRef(root: unknown, schema: unknown): ResolvedSchema {
  let at: ResolvedSchema = { schema };
  for (let hops = 0; hops < 20; hops += 1) {
    const ref = ownValue(at.schema, '$ref');
    if (typeof ref !== 'string' || !ref.startsWith('#') || ref.length > MAX_REF_LENGTH) return at;
    const target = lookUp(root, ref.slice(1));
    if (target === undefined) return at;
    at = { schema: target, pointer: ref.slice(1) };
  }
  return at;
}

function lookUp(root: unknown, pointer: string): unknown {
  if (pointer === '') return root;
  if (!pointer.startsWith('/')) return undefined;
  let at = root;
  for (const part of pointer.slice(1).split('/')) {
    const key = unescaped(part);
    at = Array.isArray(at) && /^\d{1,6}$/.test(key) ? at[Number(key)] : ownValue(at, key);
    if (at === undefined) return undefined;
  }
  return at;
}

function unescaped(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // Not percent-encoded after all.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
