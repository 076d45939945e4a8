import { check, judged } from '../../check.js';
import type { ListName } from '../../learn/listing.js';
import { replyOf } from '../../world.js';

const LISTS: ListName[] = ['tools', 'resources', 'prompts'];

export const cCap007 = check({
  id: 'C-CAP-007',
  title: 'what is offered is declared',
  level: 'SHOULD',
  spec: { legacy: 'basic/lifecycle#capability-negotiation', modern: 'server/tools#capabilities' },
  fix: 'Declare the capability of every list that you serve: clients do not ask for others.',
  async run(world) {
    const others = LISTS.filter((name) => !world.has(name));
    const listings = await Promise.all(others.map((name) => world.list(name)));
    for (const { pages } of listings) replyOf(pages[0]!);
    const problems = listings.flatMap(({ items, key }) =>
      items.length > 0 ? [`${items.length} ${key} are listed and \`${key}\` is not declared`] : [],
    );
    const shown = listings.filter(({ items }) => items.length > 0).flatMap(({ pages }) => pages);
    return judged(problems, 'nothing is offered that is not declared', ...shown);
  },
});
