/** The first resources of the list, read. */
import type { Exchange } from '../wire/port.js';
import type { Talk } from '../wire/talk.js';
import type { Listing } from './listing.js';

const MOST_READS = 5;
const ALL_READS_MS = 1500;

export interface MadeRead {
  uri: string;
  exchange: Exchange;
}

export async function makeReads(talk: Talk, listing: Listing): Promise<MadeRead[]> {
  const began = performance.now();
  const made: MadeRead[] = [];
  const uris = listing.items.flatMap(({ uri }) => (typeof uri === 'string' ? [uri] : []));
  for (const uri of uris.slice(0, MOST_READS)) {
    if (performance.now() - began > ALL_READS_MS) break;
    made.push({ uri, exchange: await talk.ask('resources/read', { uri }) });
  }
  return made;
}
