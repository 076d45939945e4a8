/**
 * Keeps what a trace stores within bounds: a value's text up to a limit, and no deeper than the code
 * that compares and prints values can follow.
 */
import { marked } from './cut-mark.js';

/** The most characters of one tool result that are kept. */
export const MAX_RESULT = 256 * 1024;
export const MAX_DEPTH = 500;

/** Characters of text in the value (keys, strings, four for any other leaf) and how deep it nests. */
export function measure(value: unknown): { size: number; depth: number } {
  let size = 0;
  let depth = 0;
  const open: unknown[] = [value];
  const levels = [0];
  while (open.length > 0) {
    const top = open.pop();
    const level = levels.pop() as number;
    if (level > depth) depth = level;
    if (typeof top === 'string') size += top.length;
    else if (typeof top !== 'object' || top === null) size += 4;
    else {
      for (const key of Object.keys(top)) {
        if (!Array.isArray(top)) size += key.length;
        open.push((top as Record<string, unknown>)[key]);
        levels.push(level + 1);
      }
    }
  }
  return { size, depth };
}

/** The value with its text cut after `max` characters, in reading order; its outer shape stays. */
export function clipValue(value: unknown, max: number): unknown {
  let left = max;
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') {
      if (inner.length <= left) {
        left -= inner.length;
        return inner;
      }
      const kept = copy(inner.slice(0, left));
      left = 0;
      return marked(kept);
    }
    if (typeof inner !== 'object' || inner === null) {
      left -= 4;
      return inner;
    }
    return Array.isArray(inner) ? walkList(inner) : walkMap(inner);
  };
  const walkList = (list: unknown[]): unknown[] => {
    const kept: unknown[] = [];
    for (const item of list) {
      if (left <= 0) return marked(kept) as unknown[];
      kept.push(walk(item));
    }
    return kept;
  };
  const walkMap = (map: object): object => {
    const kept: [string, unknown][] = [];
    for (const [key, item] of Object.entries(map)) {
      if (left <= key.length) return marked(Object.fromEntries(kept)) as object;
      left -= key.length;
      kept.push([key, walk(item)]);
    }
    return Object.fromEntries(kept);
  };
  return walk(value);
}

/** A slice keeps the whole string it was cut from alive; a copy does not. */
function copy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
