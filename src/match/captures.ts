// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references are the subject.
/**
 * `${captured.name}` in arguments, URIs and operands. `$${captured.name}` is the way to write the text
 * itself. A string that is one reference keeps the type of the captured value.
 */

import { changedList, changedObject, isObject } from '../util/plain.js';

const REFERENCE = /(\$?)\$\{captured\.([A-Za-z_][\w-]*)\}/g;
/** Most texts have none, and looking for the start is much quicker than matching. */
const START = '${captured.';
const WHOLE = /^\$\{captured\.([A-Za-z_][\w-]*)\}$/;

export type Captures = Map<string, unknown>;

/** Every name that a value reads. */
export function capturesIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') {
    if (!value.includes(START)) return found;
    for (const [, escaped, name = ''] of value.matchAll(REFERENCE)) if (escaped === '') found.add(name);
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) capturesIn(item, found);
  }
  return found;
}

/** The value with every known reference replaced and every escaped one unescaped; what has none is the very same object. */
export function fillCaptures<T>(value: T, captures: Captures): T {
  return fill(value, captures) as T;
}

function fill(value: unknown, captures: Captures): unknown {
  if (typeof value === 'string') {
    if (!value.includes(START)) return value;
    const [, whole] = WHOLE.exec(value) ?? [];
    if (whole !== undefined && captures.has(whole)) return captures.get(whole);
    return value.replace(REFERENCE, (text, escaped: string, name: string) => {
      if (escaped) return text.slice(1);
      return captures.has(name) ? asText(captures.get(name)) : text;
    });
  }
  const inner = (item: unknown): unknown => fill(item, captures);
  if (Array.isArray(value)) return changedList(value, inner);
  return isObject(value) ? changedObject(value, inner) : value;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
