/**
 * Whether a schema says what a parameter means: by a text of its own, or inside, where a `$ref` leads, in
 * the branches of a union, or at the fields of an object or of the items of a list. The signals count only
 * the first kind; a caller reads all of them.
 */
import { isObject, ownValue } from '../../util/plain.js';
import { isDescribed } from '../signals.js';

const DEEPEST = 6;
const MOST_FIELDS = 200;

export function isDocumented(schema: unknown, root: unknown, depth = 0): boolean {
  if (isDescribed(schema)) return true;
  if (!isObject(schema) || depth >= DEEPEST) return false;
  const inside = (one: unknown): boolean => isDocumented(one, root, depth + 1);
  const reference = ownValue(schema, '$ref');
  if (typeof reference === 'string') return inside(resolve(reference, root));
  for (const union of ['anyOf', 'oneOf', 'allOf']) {
    const branches = ownValue(schema, union);
    if (Array.isArray(branches) && branches.slice(0, MOST_FIELDS).some(inside)) return true;
  }
  const items = ownValue(schema, 'items');
  if (isObject(items) && inside(items)) return true;
  const fields = ownValue(schema, 'properties');
  if (!isObject(fields)) return false;
  const all = Object.values(fields).slice(0, MOST_FIELDS);
  return all.length > 0 && 5 * all.filter(inside).length > 4 * all.length;
}

/** A pointer into the same document, such as `#/$defs/Boat`. */
function resolve(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#/') || reference.length > 200) return undefined;
  let at = root;
  for (const step of reference.slice(2).split('/'))
    at = ownValue(at, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return at;
}
