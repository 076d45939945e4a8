/** What a catalogue says of the pages that its tools came in. */
import type { Catalog } from '../types/catalog.js';
import type { Listing } from '../types/connection.js';
import { omitUndefined } from '../util/omit-undefined.js';

export function pagesOfListing({
  pages,
  first_page,
  paging,
  fault,
}: Listing): Pick<Catalog, 'first_page' | 'paging' | 'broken_off'> {
  return omitUndefined({
    first_page,
    paging: paging && { pages, ...paging },
    broken_off: paging?.broken === undefined ? undefined : fault,
  });
}
