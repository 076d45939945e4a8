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

interface Open {
  schema: unknown;
  at: () => string;
  required: boolean;
  depth: number;
}

export function parametersOf(inputSchema: unknown): Parameter[] {
  const found: Parameter[] = [];
  const entered = new Set<object>();
  let open: Open[] = [{ schema: inputSchema, at: () => '/inputSchema', required: true, depth: 0 }];
  while (open.length > 0 && found.length < MAX_PARAMETERS) {
    const next: Open[] = [];
    for (const item of open) enter(inputSchema, item, entered, found, next);
    open = next;
  }
  return found.slice(0, MAX_PARAMETERS);
}

function enter(root: unknown, item: Open, entered: Set<object>, found: Parameter[], next: Open[]): void {
  const target = resolveRef(root, item.schema);
  const { schema } = target;
  if (!isObject(schema) || entered.has(schema) || item.depth > MAX_DEPTH) return;
  entered.add(schema);
  const at = placeOf(target, item.at);
  const needed = requiredNames(schema);
  const properties = ownValue(schema, 'properties');
  if (isObject(properties)) {
    for (const name of Object.keys(properties)) {
      const parameter = describe(root, name, properties[name], {
        required: item.required && needed.has(name),
        depth: item.depth + 1,
        at: () => `${at()}${toPointer(['properties', name])}`,
      });
      found.push(parameter);
      next.push({
        schema: properties[name],
        at: parameter.pointer,
        required: parameter.required,
        depth: parameter.depth,
      });
    }
  }
  for (const inner of inside(schema, at)) {
    next.push({ ...inner, required: item.required && inner.required, depth: item.depth });
  }
}

function inside(schema: Record<string, unknown>, at: () => string): Omit<Open, 'depth'>[] {
  const out: Omit<Open, 'depth'>[] = [];
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const branches = ownValue(schema, keyword);
    if (!Array.isArray(branches)) continue;
    // One of several branches need not be taken, so what it requires is not always required.
    const required = keyword === 'allOf' || branches.filter((branch) => !isNull(branch)).length === 1;
    for (const [i, branch] of branches.entries()) {
      out.push({ schema: branch, at: () => `${at()}/${keyword}/${i}`, required });
    }
  }
  const items = ownValue(schema, 'items');
  if (isObject(items)) out.push({ schema: items, at: () => `${at()}/items`, required: true });
  return out;
}

function describe(
  root: unknown,
  name: string,
  schema: unknown,
  place: { required: boolean; depth: number; at: () => string },
): Parameter {
  const resolved = unwrap(root, schema);
  const said = [ownValue(schema, 'description'), ownValue(resolved, 'description')];
  const text = said.find((value) => typeof value === 'string' && value.trim() !== '');
  return {
    name,
    schema,
    resolved: isObject(resolved) ? resolved : {},
    required: place.required,
    depth: place.depth,
    description: typeof text === 'string' ? text.trim() : '',
    pointer: place.at,
  };
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

function requiredNames(schema: Record<string, unknown>): Set<unknown> {
  const required = ownValue(schema, 'required');
  return new Set(Array.isArray(required) ? required : []);
}

function isNull(schema: unknown): boolean {
  return ownValue(schema, 'type') === 'null' || ownValue(schema, 'const') === null;
}
