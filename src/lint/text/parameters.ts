/**
 * The arguments of a tool as an agent sees them: `$ref` followed, `allOf` merged, branches of `anyOf`
 * and items of arrays looked into. Each schema is entered once, so that recursion ends; pointers lead
 * to the place where the argument is defined.
 */
import { type ResolvedSchema, resolveRef } from '../../json-schema/walk.js';
import type { Parameter } from '../../types/rule.js';
import { isObject, ownValue } from '../../util/plain.js';
import { toPointer } from '../../util/pointer.js';

const MAX_PARAMETERS = 5000;
const MAX_DEPTH = 100;

interface PendingSchema {
  schema: unknown;
  at: () => string;
  required: boolean;
  depth: number;
}

interface Walk {
  found: Parameter[];
  entered: Set<object>;
  /** One level deeper. */
  next: PendingSchema[];
}

export function parametersOf(inputSchema: unknown): Parameter[] {
  const walk: Walk = { found: [], entered: new Set(), next: [] };
  let open: PendingSchema[] = [{ schema: inputSchema, at: () => '/inputSchema', required: true, depth: 0 }];
  while (open.length > 0 && walk.found.length < MAX_PARAMETERS) {
    for (const item of open) enter(inputSchema, item, walk);
    open = walk.next;
    walk.next = [];
  }
  return walk.found.length > MAX_PARAMETERS ? walk.found.slice(0, MAX_PARAMETERS) : walk.found;
}

/** The arguments of one object, and the schemas to enter next: theirs, and the branches of the object. */
function enter(root: unknown, item: PendingSchema, walk: Walk): void {
  const target = resolveRef(root, item.schema);
  const { schema } = target;
  if (!isObject(schema) || walk.entered.has(schema) || item.depth > MAX_DEPTH) return;
  walk.entered.add(schema);
  const at = placeOf(target, item.at);
  const properties = ownValue(schema, 'properties');
  if (isObject(properties)) {
    const needed = requiredNames(schema);
    for (const name of Object.keys(properties)) {
      const parameter = describe(root, name, properties[name], {
        required: item.required && needed.has(name),
        depth: item.depth + 1,
        at: () => `${at()}${toPointer(['properties', name])}`,
      });
      walk.found.push(parameter);
      const { required, depth, pointer } = parameter;
      walk.next.push({ schema: parameter.schema, at: pointer, required, depth });
    }
  }
  // Most schemas have neither.
  if (KEYWORDS_BELOW.some((keyword) => Object.hasOwn(schema, keyword))) enterBranches(schema, at, item, walk);
}

const KEYWORDS_BELOW = ['allOf', 'anyOf', 'oneOf', 'items'];

function enterBranches(
  schema: Record<string, unknown>,
  at: () => string,
  { required, depth }: PendingSchema,
  { next }: Walk,
): void {
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const branches = ownValue(schema, keyword);
    if (!Array.isArray(branches)) continue;
    // One of several branches need not be taken, so what it requires is not always required.
    const taken = keyword === 'allOf' || branches.filter((branch) => !isNull(branch)).length === 1;
    for (const [i, branch] of branches.entries())
      next.push({ schema: branch, at: () => `${at()}/${keyword}/${i}`, required: required && taken, depth });
  }
  const items = ownValue(schema, 'items');
  if (isObject(items)) next.push({ schema: items, at: () => `${at()}/items`, required, depth });
}

function describe(
  root: unknown,
  name: string,
  schema: unknown,
  place: { required: boolean; depth: number; at: () => string },
): Parameter {
  const resolved = unwrap(root, schema);
  const description = said(schema) || said(resolved);
  return {
    name,
    schema,
    resolved: isObject(resolved) ? resolved : {},
    required: place.required,
    depth: place.depth,
    description,
    pointer: place.at,
  };
}

function said(schema: unknown): string {
  const text = ownValue(schema, 'description');
  return typeof text === 'string' ? text.trim() : '';
}

/** `$ref` followed, and `anyOf: [X, null]` read as X. */
function unwrap(root: unknown, schema: unknown): unknown {
  let { schema: at } = resolveRef(root, schema);
  for (let hops = 0; hops < 5; hops += 1) {
    const branches = ownValue(at, 'anyOf') ?? ownValue(at, 'oneOf') ?? ownValue(at, 'allOf');
    const real = Array.isArray(branches) ? branches.filter((branch) => !isNull(branch)) : [];
    if (real.length !== 1) return at;
    at = resolveRef(root, real[0]).schema;
  }
  return at;
}

function placeOf(target: ResolvedSchema, at: () => string): () => string {
  return target.pointer === undefined ? at : () => `/inputSchema${target.pointer}`;
}

function requiredNames(schema: Record<string, unknown>): ReadonlySet<unknown> {
  const required = ownValue(schema, 'required');
  return new Set(Array.isArray(required) ? required : []);
}

function isNull(schema: unknown): boolean {
  return ownValue(schema, 'type') === 'null' || ownValue(schema, 'const') === null;
}
