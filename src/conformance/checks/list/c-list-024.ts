import { broken, check, kept } from '../../check.js';
import { walkList } from '../../learn/listing.js';
import { resultOf } from '../../world.js';

export const cList024 = check({
  id: 'C-LIST-024',
  title: 'another connection sees the same tools',
  level: 'MUST',
  since: '2026-07-28',
  needs: 'tools',
  spec: 'server/tools#capabilities',
  fix: 'List the same tools whatever came before on the connection; only the login may change them.',
  lane: 'afterwards',
  async run(world) {
    const [first, second] = [await world.list('tools'), await walkList(await world.second(), 'tools')];
    for (const { pages } of [first, second]) resultOf(pages[0]!);
    const names = [first, second].map(({ items }) =>
      JSON.stringify(items.map(({ name }) => String(name)).sort()),
    );
    if (names[0] !== names[1]) return broken('it sees others', first.pages[0]!, second.pages[0]!);
    return kept('it does', first.pages[0]!, second.pages[0]!);
  },
});
