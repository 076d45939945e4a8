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
