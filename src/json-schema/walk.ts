/**
 * A walk over every schema inside a schema, in order, without recursion. It never follows `$ref`, looks
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

interface PendingSchema {
  schema: unknown;
  keyword: string;
  steps: (string | number)[];
  parent?: SchemaNode;
  depth: number;
}

export function walkSchema(root: unknown): SchemaNode[] {
  const found: SchemaNode[] = [];
  const seen = new Set<object>();
  const open: PendingSchema[] = [{ schema: root, keyword: '', steps: [], depth: 0 }];
  for (let next = open.pop(); next !== undefined && found.length < MAX_SCHEMA_NODES; next = open.pop()) {
    const { schema, keyword, steps, parent, depth } = next;
    if (typeof schema !== 'boolean' && !isObject(schema)) continue;
    const node = new WalkedSchema(schema, keyword, steps, parent);
    found.push(node);
    if (typeof schema === 'boolean' || seen.has(schema) || depth >= MAX_SCHEMA_DEPTH) continue;
    seen.add(schema);
    // Reversed, because the last one pushed is the next one visited.
    const inner = children(schema);
    for (let i = inner.length - 1; i >= 0; i -= 1) {
      const child = inner[i] as Child;
      open.push({
        schema: child.schema,
        keyword: child.keyword,
        steps: child.steps,
        parent: node,
        depth: depth + 1,
      });
    }
  }
  return found;
}

type Child = Pick<PendingSchema, 'schema' | 'keyword' | 'steps'>;

class WalkedSchema implements SchemaNode {
  constructor(
    readonly schema: SchemaNode['schema'],
    readonly keyword: string,
    private readonly steps: (string | number)[],
    readonly parent?: SchemaNode,
  ) {}

  path(): (string | number)[] {
    return [...(this.parent?.path() ?? []), ...this.steps];
  }

  pointer(): string {
    return `${this.parent?.pointer() ?? ''}${toPointer(this.steps)}`;
  }
}

function children(schema: Record<string, unknown>): Child[] {
  const out: Child[] = [];
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    if (Array.isArray(value)) {
      if (!LIST.has(keyword)) continue;
      for (const [i, item] of value.entries()) out.push({ schema: item, keyword, steps: [keyword, i] });
    } else if (ONE.has(keyword)) out.push({ schema: value, keyword, steps: [keyword] });
    else if (MAP.has(keyword) && isObject(value)) {
      for (const name of Object.keys(value)) {
        out.push({ schema: value[name], keyword, steps: [keyword, name] });
      }
    }
  }
  return out;
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
