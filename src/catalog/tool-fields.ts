/** The texts of a tool that a search reads, field by field, and how often each word stands in each. */
import { walkSchema } from '../json-schema/walk.js';
import type { ToolDef } from '../types/catalog.js';
import { isObject, ownValue } from '../util/plain.js';
import { searchTerms } from './words.js';

/** Name, title, description, parameter names, parameter descriptions. */
export const FIELDS = 5;

/** The words of one tool: how often each stands in each field, and how long each field is. */
export interface WordCounts {
  counts: Map<string, number[]>;
  lengths: number[];
}

export function countWords(tool: ToolDef): WordCounts {
  const words: WordCounts = { counts: new Map(), lengths: zeros() };
  for (const [field, texts] of searchableTexts(tool).entries()) {
    for (const text of texts) {
      for (const term of searchTerms(text)) {
        const counts = words.counts.get(term) ?? zeros();
        words.counts.set(term, counts);
        addOne(counts, field);
        addOne(words.lengths, field);
      }
    }
  }
  return words;
}

export function searchableTexts(tool: ToolDef): string[][] {
  const names: string[] = [];
  const descriptions: string[] = [];
  for (const { schema } of walkSchema(ownValue(tool, 'inputSchema'))) {
    const properties = ownValue(schema, 'properties');
    if (!isObject(properties)) continue;
    for (const name of Object.keys(properties)) {
      names.push(name);
      const text = ownValue(properties[name], 'description');
      if (typeof text === 'string') descriptions.push(text);
    }
  }
  const title = ownValue(tool, 'title') ?? ownValue(ownValue(tool, 'annotations'), 'title');
  return [
    strings(ownValue(tool, 'name')),
    strings(title),
    strings(ownValue(tool, 'description')),
    names,
    descriptions,
  ];
}

function strings(value: unknown): string[] {
  return typeof value === 'string' ? [value] : [];
}

function zeros(): number[] {
  return new Array<number>(FIELDS).fill(0);
}

function addOne(counts: number[], field: number): void {
  counts[field] = (counts[field] ?? 0) + 1;
}
