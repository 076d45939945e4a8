/** Texts that only repeat the structured content of a result, in whole or one field of it, as clients of old need it. */
import { isTooDeep } from '../match/depth.js';
import type { Segment } from '../match/target.js';
import { canonicalJson } from '../util/canonical-json.js';
import { isObject, ownValue } from '../util/plain.js';

export interface TextPlace {
  at: Segment[];
  text: string;
}

export interface Mirror extends TextPlace {
  /** Absent: it repeats the whole. */
  field?: string;
  /** The field is the text itself, and not JSON. */
  raw?: boolean;
}

export function mirrorsOf(structured: unknown, texts: TextPlace[]): Mirror[] {
  const fields = Object.entries(isObject(structured) ? structured : {});
  const whole = canonicalJson(structured);
  return texts.flatMap((one): Mirror[] => {
    const same = one.text === '' ? undefined : fields.find(([, inner]) => inner === one.text);
    if (same) return [{ ...one, field: same[0], raw: true }];
    const value = parsedJson(one.text);
    if (value === undefined) return [];
    const said = canonicalJson(value);
    if (said === whole) return [one];
    const field = fields.find(([, inner]) => !isScalar(inner) && canonicalJson(inner) === said);
    return field === undefined ? [] : [{ ...one, field: field[0] }];
  });
}

/** What a mirror says of changed content. */
export function textOf({ field, raw, text }: Mirror, changed: unknown): string {
  const said = field === undefined ? changed : ownValue(changed, field);
  if (raw === true && typeof said === 'string') return said;
  return JSON.stringify(said ?? null, null, indentOf(text));
}

export function parsedJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // What no walk can go down is a text like any other.
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

export function indentOf(text: string): number | undefined {
  const spaces = /^[[{]\r?\n( +)/.exec(text.trimStart())?.[1];
  return spaces?.length;
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
