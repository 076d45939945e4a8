/** Where a tool takes a value: every argument, and what lies inside arguments that are objects or lists. */
import { synthesize } from '../json-schema/synthesize.js';
import { resolveRef } from '../json-schema/walk.js';
import { isObject, ownValue, setOwn } from '../util/plain.js';

export type Args = Record<string, unknown>;
type Schema = Record<string, unknown>;

export interface ArgumentPlace {
  /** Names of properties; a number is an item of a list. */
  path: (string | number)[];
  schema: Schema;
  required: boolean;
  /** A value that fits its schema, always the same one; undefined when none is found. */
  usual: unknown;
}

const MAX_DEPTH = 4;
const MAX_PLACES = 60;

/** Those that are required first, then outer before inner, in the order of the schema. */
export function placesOf(root: Schema): ArgumentPlace[] {
  const out: ArgumentPlace[] = [];
  collect(root, root, [], out);
  const depth = ({ path }: ArgumentPlace): number => path.length;
  return out.sort((a, b) => Number(b.required) - Number(a.required) || depth(a) - depth(b));
}

function collect(root: Schema, given: unknown, path: (string | number)[], out: ArgumentPlace[]): void {
  const schema = plainSchema(root, given);
  if (path.length >= MAX_DEPTH || out.length >= MAX_PLACES) return;
  const properties = ownValue(schema, 'properties');
  const required = ownValue(schema, 'required');
  if (isObject(properties)) {
    for (const name of Object.keys(properties)) {
      // Objects that inherit from it are made by hand and tested as an unknown field.
      if (name === '__proto__') continue;
      const inner = plainSchema(root, properties[name]);
      const isNeeded = path.length === 0 && Array.isArray(required) && required.includes(name);
      const usual = usualValue(root, inner);
      out.push({ path: [...path, name], schema: inner, required: isNeeded, usual });
      collect(root, inner, [...path, name], out);
    }
  }
  const items = ownValue(schema, 'items');
  if (isObject(items)) {
    const inner = plainSchema(root, items);
    out.push({ path: [...path, 0], schema: inner, required: false, usual: usualValue(root, inner) });
    collect(root, inner, [...path, 0], out);
  }
}

/** What a reference leads to, and of alternatives the first that is not null. */
function plainSchema(root: Schema, given: unknown): Schema {
  const { schema } = resolveRef(root, given);
  if (!isObject(schema)) return {};
  const branches = ownValue(schema, 'anyOf') ?? ownValue(schema, 'oneOf');
  if (!Array.isArray(branches) || ownValue(schema, 'type') !== undefined) return schema;
  const first = branches
    .map((branch) => resolveRef(root, branch).schema)
    .find((branch) => ownValue(branch, 'type') !== 'null');
  return isObject(first) ? { ...schema, ...first } : schema;
}

/** A schema is compiled for its value, and is asked for with every input. */
const usualValues = new WeakMap<Schema, { value: unknown }>();

function usualValue(root: Schema, schema: Schema): unknown {
  const known = usualValues.get(schema);
  if (known) return known.value;
  const definitions = { $defs: ownValue(root, '$defs'), definitions: ownValue(root, 'definitions') };
  const made = { value: synthesize({ ...definitions, ...schema })?.value };
  usualValues.set(schema, made);
  return made.value;
}

/** The arguments with a value at the place; what is missing on the way is made. */
export function withValue(root: Schema, args: Args, place: ArgumentPlace, value: unknown): Args {
  const copy = structuredClone(args);
  let at: unknown = copy;
  for (const [depth, part] of place.path.slice(0, -1).entries()) {
    const inner = childOf(at, part);
    if (typeof inner === 'object' && inner !== null) at = inner;
    else at = setChild(at, part, emptyFor(root, place.path.slice(0, depth + 1), place.path[depth + 1]));
  }
  setChild(at, place.path.at(-1) ?? '', value);
  return copy;
}

function emptyFor(root: Schema, path: (string | number)[], next: string | number | undefined): unknown {
  const schema = path.reduce<Schema>((outer, part) => {
    const inner = typeof part === 'number' ? ownValue(outer, 'items') : ownValue(outer.properties, part);
    return plainSchema(root, inner);
  }, root);
  const made = structuredClone(usualValue(root, schema));
  if (typeof made === 'object' && made !== null) return made;
  return typeof next === 'number' ? [] : {};
}

/** The arguments without what stands at the place. */
export function withoutValue(args: Args, { path }: ArgumentPlace): Args {
  const copy = structuredClone(args);
  let at: unknown = copy;
  for (const part of path.slice(0, -1)) at = childOf(at, part);
  const last = path.at(-1) ?? '';
  if (Array.isArray(at)) at.splice(Number(last), 1);
  else if (isObject(at)) delete at[last];
  return copy;
}

function childOf(value: unknown, part: string | number): unknown {
  return Array.isArray(value) ? value[Number(part)] : ownValue(value, String(part));
}

function setChild(value: unknown, part: string | number, child: unknown): unknown {
  if (Array.isArray(value)) value[Number(part)] = child;
  else if (isObject(value)) setOwn(value, String(part), child);
  return child;
}

/** `city`, `filter.tags[0]`. */
export function placeName({ path }: Pick<ArgumentPlace, 'path'>): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${part}`))
    .join('');
}
