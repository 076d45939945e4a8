/** Plain objects, and things by their names, without any trick of a prototype. */

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
