/** Rules about the pages of every list that is declared. */
import { judged, NotApplicable, type Outcome } from '../check.js';
import type { Listing, ListName } from '../learn/listing.js';
import { resultOf, type World } from '../world.js';

export const LIST_NAMES: ListName[] = ['tools', 'resources', 'prompts'];

export async function judgePages(
  world: World,
  wrong: (listing: Listing) => string | undefined,
  good: string,
): Promise<Outcome> {
  const declared = LIST_NAMES.filter((name) => world.has(name));
  const listings: Listing[] = [];
  for (const name of declared) listings.push(await world.list(name));
  const paged = listings.filter(({ cursors }) => cursors.length > 0);
  if (paged.length === 0) {
    for (const { pages } of listings) resultOf(pages[0]!);
    throw new NotApplicable('no list has more than one page');
  }
  const found = paged.flatMap((listing) => {
    const problem = wrong(listing);
    return problem === undefined ? [] : [{ problem, pages: listing.pages }];
  });
  const evidence = (found[0]?.pages ?? []).slice(0, 3);
  return judged(
    found.map(({ problem }) => problem),
    good,
    ...evidence,
  );
}
