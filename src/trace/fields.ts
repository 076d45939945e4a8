/** Reading fields of records that others wrote: own keys only, the wrong type reads as absent. */
import { isObject, ownValue } from '../util/plain.js';

export function stringField(value: unknown, key: string): string | undefined {
  const found = ownValue(value, key);
  return typeof found === 'string' ? found : undefined;
}

export function numberField(value: unknown, key: string): number | undefined {
  const found = ownValue(value, key);
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined;
}

export function listField(value: unknown, key: string): unknown[] | undefined {
  const found = ownValue(value, key);
  return Array.isArray(found) ? found : undefined;
}

/** The text of a message's content: itself, or its text parts joined; undefined when it has none. */
export function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const texts: string[] = [];
  for (const part of content) {
    const type = stringField(part, 'type');
    if (type !== undefined && !TEXT_PARTS.has(type)) continue;
    const text =
      typeof part === 'string' ? part : (stringField(part, 'text') ?? stringField(part, 'content'));
    if (text !== undefined) texts.push(text);
  }
  return texts.length > 0 ? texts.join('\n') : undefined;
}

const TEXT_PARTS = new Set(['text', 'input_text', 'output_text', 'refusal']);

/** Whether some object of the list has a `type` that passes. */
export function someType(list: unknown, test: (type: string) => boolean): boolean {
  if (!Array.isArray(list)) return false;
  return list.some((part) => test(stringField(part, 'type') ?? ''));
}

/** Arguments often come as JSON text; what cannot be parsed stays the text it was. */
export function parsedArgs(args: unknown): unknown {
  if (typeof args !== 'string') return args;
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}

/** Each object of a list with its index; anything else in it goes to `otherwise`. */
export function eachObject(
  list: unknown[],
  each: (value: Record<string, unknown>, index: number) => void,
  otherwise: (index: number, value: unknown) => void,
): void {
  for (const [index, value] of list.entries()) {
    if (isObject(value)) each(value, index);
    else otherwise(index, value);
  }
}
