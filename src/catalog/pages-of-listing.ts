/** What a catalogue says of the pages that its tools came in, and of what was among them and is no tool. */
import type { Catalog } from '../types/catalog.js';
import type { Listing } from '../types/connection.js';
import { omitUndefined } from '../util/omit-undefined.js';

export function pagesOfListing({
  pages,
  first_page,
  paging,
  fault,
  unreadable,
}: Listing): Pick<Catalog, 'first_page' | 'paging' | 'broken_off' | 'unreadable'> {
  return omitUndefined({
    first_page,
    unreadable,
    paging: paging && { pages, ...paging },
    broken_off: paging?.broken === undefined ? undefined : fault,
  });
}
