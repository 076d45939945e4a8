import { setOwn } from './plain.js';

/** A copy without the keys whose value is undefined, for objects where a key that is there means something. */
export function omitUndefined<T extends object>(object: T): T {
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(object)) {
    const value = object[key as keyof T];
    if (value !== undefined) setOwn(out, key, value);
  }
  return out as T;
}
