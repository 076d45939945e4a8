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

/** How a text is counted; by default every word of it. */
export interface Counting {
  terms(text: string): readonly string[];
  /** Others add to the length of their field only. */
  isCounted(term: string): boolean;
}

const EVERY_WORD: Counting = { terms: searchTerms, isCounted: () => true };

export function countWords(tool: ToolDef, { terms, isCounted }: Counting = EVERY_WORD): WordCounts {
  const words: WordCounts = { counts: new Map(), lengths: zeros() };
  for (const [field, texts] of searchableTexts(tool).entries()) {
    for (const text of texts) {
      const found = terms(text);
      words.lengths[field] = (words.lengths[field] as number) + found.length;
      for (const term of found) {
        if (!isCounted(term)) continue;
        let counts = words.counts.get(term);
        if (counts === undefined) {
          counts = zeros();
          words.counts.set(term, counts);
        }
        counts[field] = (counts[field] as number) + 1;
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
  return [0, 0, 0, 0, 0];
}
