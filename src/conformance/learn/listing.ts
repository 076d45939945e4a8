/** All pages of one list, with the exchanges that brought them. The walk ends, whatever the cursors say. */
import { isObject, ownValue } from '../../util/plain.js';
import { show } from '../../util/text.js';
import type { Exchange } from '../wire/port.js';
import type { Talk } from '../wire/talk.js';

export type ListName = 'tools' | 'resources' | 'templates' | 'prompts';

const METHODS = {
  tools: ['tools/list', 'tools'],
  resources: ['resources/list', 'resources'],
  templates: ['resources/templates/list', 'resourceTemplates'],
  prompts: ['prompts/list', 'prompts'],
} as const;

const MOST_PAGES = 200;

export interface Listing {
  method: string;
  /** The key of the result that holds the list. */
  key: string;
  /** Entries that are objects, in order. */
  items: Record<string, unknown>[];
  /** How many entries are none. */
  strange: number;
  pages: Exchange[];
  /** The cursors that were given, in order. */
  cursors: unknown[];
  /** Why the walk ended before the list did. */
  fault?: string;
}

export async function walkList(talk: Talk, name: ListName): Promise<Listing> {
  const [method, key] = METHODS[name];
  const listing: Listing = { method, key, items: [], strange: 0, pages: [], cursors: [] };
  let cursor: unknown;
  while (listing.pages.length < MOST_PAGES) {
    const page = await talk.ask(method, cursor === undefined ? {} : { cursor });
    listing.pages.push(page);
    const result = ownValue(page.reply, 'result');
    if (!isObject(result) && listing.pages.length > 1) {
      listing.fault = `page ${listing.pages.length} was not answered with a result`;
      return listing;
    }
    const entries = ownValue(result, key);
    for (const entry of Array.isArray(entries) ? entries : []) {
      if (isObject(entry)) listing.items.push(entry);
      else listing.strange += 1;
    }
    cursor = ownValue(result, 'nextCursor');
    if (cursor === undefined || cursor === null) return listing;
    if (listing.cursors.includes(cursor)) {
      listing.fault = `the cursor ${show(cursor)} was given twice`;
      return listing;
    }
    listing.cursors.push(cursor);
    if (typeof cursor !== 'string') return listing;
  }
  listing.fault = `the list did not end within ${MOST_PAGES} pages`;
  return listing;
}
