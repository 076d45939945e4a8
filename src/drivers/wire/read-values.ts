/** What requests hold, read without trust: a list, a text, an object, or nothing. */
import { isObject, ownValue } from '../../util/plain.js';

export function listAt(value: unknown, key: string): unknown[] {
  const found = ownValue(value, key);
  return Array.isArray(found) ? found : [];
}

export function textAt(value: unknown, key: string): string {
  const found = ownValue(value, key);
  return typeof found === 'string' ? found : '';
}

/** The words of a text, of a list of blocks, or of what a block holds. */
export function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(wordsOf).filter(Boolean).join('\n');
  if (!isObject(content)) return '';
  return textAt(content, 'text') || wordsOf(ownValue(content, 'content'));
}

/** Arguments are JSON in a text, or an object already. */
export function argsOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? {};
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** An id that only counts where it is a text. */
export function idAt(value: unknown, key: string): { id?: string } {
  const id = textAt(value, key);
  return id === '' ? {} : { id };
}
