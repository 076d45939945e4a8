import { broken, check, kept, NotApplicable } from '../../check.js';
import { walkList } from '../../learn/listing.js';
import { resultOf } from '../../world.js';

export const cList010 = check({
  id: 'C-LIST-010',
  title: 'tools come in the same order each time',
  level: 'SHOULD',
  since: '2026-07-28',
  needs: 'tools',
  spec: 'server/tools#capabilities',
  official: ['tools-list-deterministic-order'],
  fix: 'Sort the tools, or keep them in the order in which they were registered.',
  async run(world) {
    const first = await world.list('tools');
    resultOf(first.pages[0]!);
    if (first.items.length < 2) throw new NotApplicable('there are fewer than two tools');
    const second = await walkList(world.talk, 'tools');
    const names = [first, second].map(({ items }) => JSON.stringify(items.map(({ name }) => name)));
    if (names[0] !== names[1])
      return broken('a second list has another order', first.pages[0]!, second.pages[0]!);
    return kept('a second list has the same order', first.pages[0]!, second.pages[0]!);
  },
});
