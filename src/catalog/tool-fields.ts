/** The texts of a tool that a search reads, field by field, and how often each word stands in each. */
import { walkSchema } from '../json-schema/walk.js';
import type { ToolDef } from '../types/catalog.js';
import { isObject, ownValue } from '../util/plain.js';
import { searchTerms } from './words.js';

/** Name, title, description, parameter names, parameter descriptions. */
export const FIELDS = 5;

/** The words of one tool, each once as a number, in the order in which they first stand there. */
export interface WordCounts {
  words: number[];
  /** How often each stands in each field: FIELDS numbers a word. */
  counts: number[];
  /** How long each field is. */
  lengths: number[];
}

/** How a text is counted; by default every word of it. */
export interface Counting {
  terms(text: string): readonly string[];
  /** Others add to the length of their field only. */
  isCounted(term: string): boolean;
}

const EVERY_WORD: Counting = { terms: searchTerms, isCounted: () => true };
const NOT_COUNTED = -1;

/** Counts the words of tools; a word keeps its number from tool to tool. */
export class WordCounter {
  /** In the order of their numbers. */
  readonly terms: string[] = [];
  private readonly numbers = new Map<string, number>();
  /** By number: its place among the words of the tool in which it stood last, plus what was `used` before that. */
  private readonly places: number[] = [];
  private used = 0;

  constructor(private readonly counting: Counting = EVERY_WORD) {}

  numberOf(term: string): number | undefined {
    const number = this.numbers.get(term);
    return number === NOT_COUNTED ? undefined : number;
  }

  count(tool: ToolDef): WordCounts {
    const { places, used } = this;
    const words: number[] = [];
    const counts: number[] = [];
    const lengths = [0, 0, 0, 0, 0];
    const texts = searchableTexts(tool);
    for (let field = 0; field < FIELDS; field += 1) {
      for (const text of texts[field] as string[]) {
        const terms = this.counting.terms(text);
        lengths[field] = (lengths[field] as number) + terms.length;
        for (const term of terms) {
          const number = this.numbers.get(term) ?? this.add(term);
          if (number === NOT_COUNTED) continue;
          let place = (places[number] as number) - used;
          if (place < 0) {
            place = words.push(number) - 1;
            places[number] = used + place;
            counts.push(0, 0, 0, 0, 0);
          }
          const at = place * FIELDS + field;
          counts[at] = (counts[at] as number) + 1;
        }
      }
    }
    this.used += words.length;
    return { words, counts, lengths };
  }

  private add(term: string): number {
    const number = this.counting.isCounted(term) ? this.terms.length : NOT_COUNTED;
    this.numbers.set(term, number);
    if (number !== NOT_COUNTED) {
      this.terms.push(term);
      this.places.push(-1);
    }
    return number;
  }
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
