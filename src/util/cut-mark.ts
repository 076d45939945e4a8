/** How a value that was cut to what is kept says so, wherever it is kept and read again. */
import { isObject, ownValue } from './plain.js';

export const CUT_MARK = '… [cut by mcptest]';
/** The key under which an object holds the mark. */
export const CUT_KEY = '…';

/** Whether the end of this very value was cut away. */
export function isCut(value: unknown): boolean {
  if (typeof value === 'string') return value.endsWith(CUT_MARK);
  if (Array.isArray(value)) return value.at(-1) === CUT_MARK;
  return ownValue(value, CUT_KEY) === CUT_MARK;
}

export function marked(value: unknown): unknown {
  if (typeof value === 'string') return value + CUT_MARK;
  if (Array.isArray(value)) return [...value, CUT_MARK];
  return isObject(value) ? { ...value, [CUT_KEY]: CUT_MARK } : value;
}
