/** Putting a profile over a suite, and a suite over its imports, with the places kept. */

import { copyMarks, mark, spotOf } from '../source/spots.js';
import { isObject, ownValue } from '../util/plain.js';

type Map = Record<string, unknown>;

/** A copy without the keys that `drop` picks. */
export function without(value: Map, drop: (key: string) => boolean): Map {
  const out: Map = {};
  for (const key of Object.keys(value)) if (!drop(key)) out[key] = value[key];
  copyMarks(value, out);
  return out;
}

/** Maps merge deeply; anything else in `over` replaces. */
export function mergeOver(under: Map, over: Map): Map {
  const out = without(under, () => false);
  for (const key of Object.keys(over)) {
    const [below, above] = [Object.hasOwn(out, key) ? out[key] : undefined, over[key]];
    put(out, key, isObject(below) && isObject(above) ? mergeOver(below, above) : above, over);
  }
  return out;
}

/** As `mergeOver`; a server that changes how it is reached drops the other way. */
export function mergeProfile(suite: Map, profile: Map): Map {
  const { servers } = suite;
  if (!isObject(servers) || !isObject(profile.servers)) return mergeOver(suite, profile);
  const kept = without(servers, () => false);
  for (const [name, above] of Object.entries(profile.servers)) {
    const below = Object.hasOwn(kept, name) ? kept[name] : undefined;
    if (!isObject(below) || !isObject(above)) continue;
    const dropped = replacedKeys(above);
    put(
      kept,
      name,
      without(below, (key) => dropped.includes(key)),
      servers,
    );
  }
  const base = without(suite, () => false);
  put(base, 'servers', kept, suite);
  return mergeOver(base, profile);
}

/** A server is reached by a URL or by a command, so that one replaces the other. */
function replacedKeys(server: Map): string[] {
  if ('url' in server) return ['command'];
  return 'command' in server ? ['url', 'start'] : [];
}

/** Entries of `under` that `over` does not have; whole entries, nothing is merged inside them. */
export function addMissing(over: Map, under: Map): Map {
  const out = without(over, () => false);
  for (const key of Object.keys(under)) if (!Object.hasOwn(out, key)) put(out, key, under[key], under);
  return out;
}

/** The entries of both lists, without those of `under` whose name `over` has. */
export function appendMissing(over: unknown[], under: unknown[]): unknown[] {
  const names = new Set(over.map((entry) => ownValue(entry, 'name')));
  const out: unknown[] = [];
  const add = (list: unknown[], index: number) => {
    const spot = spotOf(list, index);
    if (spot !== undefined) mark(out, out.length, spot);
    out.push(list[index]);
  };
  for (const index of over.keys()) add(over, index);
  for (const [index, entry] of under.entries()) if (!names.has(ownValue(entry, 'name'))) add(under, index);
  return out;
}

export function put(out: Map, key: string, value: unknown, placeOf: Map): void {
  out[key] = value;
  const spot = spotOf(placeOf, key);
  if (spot !== undefined) mark(out, key, spot);
}
