/** Places in a proposal that only the author can fill. They are no statement, and nothing counts them as one. */
import type { ToolDef } from '../types/catalog.js';
import { isObject, ownValue } from '../util/plain.js';

const PLACEHOLDER = /\[FILL IN:[^\]]*\]/g;

export function placeholder(what: string): string {
  return `[FILL IN: ${what.replace(/[[\]]/g, '')}]`;
}

export function placeholdersIn(text: string): string[] {
  return text.match(PLACEHOLDER) ?? [];
}

export function withoutPlaceholders(text: string): string {
  return text
    .replace(PLACEHOLDER, '')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/ +(?=\n|$)/g, '')
    .trim();
}

/** The tool as it can be measured: a text that is all placeholder is no text. */
export function measurable(tool: ToolDef): ToolDef {
  return strip(structuredClone(tool)) as ToolDef;
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (!isObject(value)) return value;
  for (const key of Object.keys(value)) {
    const inner = ownValue(value, key);
    if (key !== 'description' || typeof inner !== 'string') {
      value[key] = strip(inner);
    } else if (placeholdersIn(inner).length > 0) {
      const left = withoutPlaceholders(inner);
      if (left === '') delete value[key];
      else value[key] = left;
    }
  }
  return value;
}
