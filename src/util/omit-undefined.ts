/** A copy without the keys whose value is undefined, for objects where a key that is there means something. */
export function omitUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
