/**
 * What it takes to call a tool: fields that must be filled in, nesting, and choices between branches.
 * `$ref` is followed inside the schema, a schema that is already on the path ends the walk, as does depth
 * 10. A schema that spreads into more than `MAX_VISITS` places is read that far and no further.
 */
import { resolveRef } from '../json-schema/walk.js';
import { isObject, ownValue } from '../util/plain.js';

export interface InvocationCost {
  requiredFieldCount: number;
  schemaDepth: number;
  unionChoiceCount: number;
  invocationCost: number;
}

const MAX_DEPTH = 10;
const MAX_VISITS = 20_000;

interface Walk<T> {
  root: unknown;
  path: object[];
  visits: number;
  /** How often a schema was met that was already on the path. */
  loops: number;
  /** What a schema was worth at each depth, so that a shared one is read once for each. */
  known: Map<object, T[]>;
}

export function invocationCost(inputSchema: unknown): InvocationCost {
  const { fields, choices } = needs(inputSchema, newWalk(inputSchema));
  const schemaDepth = depthOf(inputSchema, newWalk(inputSchema), true);
  return {
    requiredFieldCount: fields,
    schemaDepth,
    unionChoiceCount: choices,
    invocationCost: fields + 2 * Math.max(0, schemaDepth - 1) + 2 * choices,
  };
}

function newWalk<T>(root: unknown): Walk<T> {
  return { root, path: [], visits: 0, loops: 0, known: new Map() };
}

/** Calls `read` on the schema behind a reference, unless the walk has been there or is too deep. */
function enter<T>(schema: unknown, walk: Walk<T>, none: T, read: (schema: Record<string, unknown>) => T): T {
  const target = resolveRef(walk.root, schema).schema;
  if (!isObject(target)) return none;
  if (walk.path.includes(target)) {
    walk.loops += 1;
    return none;
  }
  const depth = walk.path.length;
  if (depth >= MAX_DEPTH || walk.visits >= MAX_VISITS) return none;
  const known = walk.known.get(target)?.[depth];
  if (known !== undefined) return known;
  walk.visits += 1;
  const { loops } = walk;
  walk.path.push(target);
  const out = read(target);
  walk.path.pop();
  // What a loop cut short would be worth more elsewhere.
  if (walk.loops === loops) {
    const depths = walk.known.get(target) ?? [];
    depths[depth] = out;
    walk.known.set(target, depths);
  }
  return out;
}

interface Needs {
  fields: number;
  choices: number;
}

/** Only through required properties; of a union the branch with most required fields counts. */
function needs(schema: unknown, walk: Walk<Needs>): Needs {
  return enter(schema, walk, { fields: 0, choices: 0 }, (at) => {
    const sum: Needs = { fields: 0, choices: 0 };
    const add = (more: Needs): void => {
      sum.fields += more.fields;
      sum.choices += more.choices;
    };
    const properties = ownValue(at, 'properties');
    for (const name of names(ownValue(at, 'required'))) {
      sum.fields += 1;
      add(needs(ownValue(properties, name), walk));
    }
    for (const item of itemsOf(at)) add(needs(item, walk));
    for (const part of list(ownValue(at, 'allOf'))) add(needs(part, walk));
    for (const keyword of ['oneOf', 'anyOf']) {
      const branches = list(ownValue(at, keyword)).filter((branch) => !isNull(branch));
      if (branches.length === 0) continue;
      sum.choices += branches.length - 1;
      add(branches.map((branch) => needs(branch, walk)).reduce(larger));
    }
    return sum;
  });
}

function larger(a: Needs, b: Needs): Needs {
  return b.fields > a.fields || (b.fields === a.fields && b.choices > a.choices) ? b : a;
}

function depthOf(schema: unknown, walk: Walk<number>, top = false): number {
  return enter(schema, walk, 0, (at) => {
    const properties = ownValue(at, 'properties');
    const inner = isObject(properties) ? Object.values(properties) : [];
    const isInObject = inner.length > 0 || (!top && ownValue(at, 'type') === 'object');
    let deepest = 0;
    for (const one of inner) deepest = Math.max(deepest, depthOf(one, walk));
    for (const one of itemsOf(at)) deepest = Math.max(deepest, depthOf(one, walk));
    if (isInObject) deepest += 1;
    for (const keyword of BRANCHES)
      for (const one of list(ownValue(at, keyword))) deepest = Math.max(deepest, depthOf(one, walk, top));
    const not = ownValue(at, 'not');
    return isObject(not) ? Math.max(deepest, depthOf(not, walk, top)) : deepest;
  });
}

const BRANCHES = ['allOf', 'oneOf', 'anyOf'];

function itemsOf(schema: Record<string, unknown>): readonly unknown[] {
  const items = ownValue(schema, 'items');
  if (Array.isArray(items)) return items;
  return items === undefined ? NONE : [items];
}

const NONE: readonly unknown[] = [];

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NONE;
}

function names(required: unknown): string[] {
  return [...new Set(list(required))].filter((name): name is string => typeof name === 'string');
}

function isNull(schema: unknown): boolean {
  return ownValue(schema, 'type') === 'null' || (isObject(schema) && schema.const === null);
}
