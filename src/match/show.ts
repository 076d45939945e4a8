/** Values in messages: JSON, cut to a sensible size while it is written, never built in full first. */
import { isObject } from '../util/plain.js';
import { clip } from '../util/text.js';

const MAX_VALUE = 300;

/** `a string`, `an array of 3`, `null`: what kind of thing a value is. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (isObject(value)) return 'an object';
  return `a ${typeof value}`;
}

/** A value as JSON of at most `max` characters. */
export function show(value: unknown, max = MAX_VALUE): string {
  const parts: string[] = [];
  write(value, parts, { left: max }, 0);
  return clip(parts.join(''), max);
}

function write(value: unknown, out: string[], budget: { left: number }, depth: number): void {
  const put = (text: string) => {
    out.push(text);
    budget.left -= text.length;
  };
  if (budget.left < 0) return;
  if (typeof value !== 'object' || value === null || depth > 20) {
    put(typeof value === 'object' && value !== null ? '…' : scalar(value, budget.left));
    return;
  }
  const isArray = Array.isArray(value);
  put(isArray ? '[' : '{');
  const keys = isArray ? value.keys() : Object.keys(value);
  let first = true;
  for (const key of keys) {
    if (budget.left < 0) return;
    if (!first) put(',');
    first = false;
    if (typeof key === 'string') put(`${JSON.stringify(key.slice(0, budget.left + 1))}:`);
    write((value as Record<string | number, unknown>)[key], out, budget, depth + 1);
  }
  put(isArray ? ']' : '}');
}

function scalar(value: unknown, max: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, max + 1));
  return JSON.stringify(value) ?? String(value);
}
