/** Plain objects, and things by their names, without any trick of a prototype. */

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** More objects that are alike than these are packed. */
export const MANY = 1000;

/** Marks what stands in for a packed object (`util/packed.ts`, which is loaded only where there are many). */
export const PACKED = Symbol('packed');

export function isPacked(value: object): boolean {
  return PACKED in value;
}

/** The own property, or undefined; never something inherited. */
export function ownValue(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Sets a property of the object's own, also where the key is `__proto__`. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
}

/** The list with each item changed; itself where none changes. */
export function changedList(list: unknown[], change: (item: unknown, index: number) => unknown): unknown[] {
  let out: unknown[] | undefined;
  for (let i = 0; i < list.length; i += 1) {
    const next = change(list[i], i);
    if (out === undefined && !Object.is(next, list[i])) out = list.slice(0, i);
    out?.push(next);
  }
  return out ?? list;
}

/** The object with each value and key changed; itself where nothing changes. What becomes undefined is left out. */
export function changedObject(
  held: Record<string, unknown>,
  change: (value: unknown, key: string) => unknown,
  nameOf?: (key: string) => string,
): Record<string, unknown> {
  let out: Record<string, unknown> | undefined =
    Object.getPrototypeOf(held) === Object.prototype ? undefined : {};
  for (const key in held) {
    if (!Object.hasOwn(held, key)) continue;
    const value = held[key];
    const next = change(value, key);
    const name = nameOf === undefined ? key : nameOf(key);
    if (out === undefined) {
      if (name === key && next !== undefined && Object.is(next, value)) continue;
      out = copyBefore(held, key);
    }
    if (next !== undefined) setOwn(out, name, next);
  }
  return out ?? held;
}

/** What stands in the object before a key. */
export function copyBefore(held: Record<string, unknown>, end: string): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(held)) {
    if (key === end) break;
    setOwn(out, key, held[key]);
  }
  return out;
}

/** Things by their names, the first of each. Of one list it is made once: thousands of rows may look into the same tools. */
export function byName<T extends { name: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  const known = maps.get(list);
  if (known) return known as ReadonlyMap<string, T>;
  const made = new Map<string, T>();
  for (const one of list) if (!made.has(one.name)) made.set(one.name, one);
  maps.set(list, made);
  return made;
}

const maps = new WeakMap<readonly object[], ReadonlyMap<string, object>>();

/**
 * A list without the room that it keeps for growing, which is 130 bytes for a single item: of what is kept for thousands of
 * rows that is most.
 */
export function tight<T>(list: readonly T[]): T[] {
  return list.slice();
}
