import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { twice } from '../../judge/items.js';
import { needSome, resultOf } from '../../world.js';

export const cList004 = check({
  id: 'C-LIST-004',
  title: 'no two tools have the same name',
  level: 'SHOULD',
  needs: 'tools',
  spec: { legacy: 'server/tools#tool', modern: 'server/tools#tool-names' },
  fix: 'Give each tool its own name.',
  async run(world) {
    const { items, pages, fault } = await world.list('tools');
    resultOf(pages[0]!);
    needSome(items, 'the server lists no tools');
    // Where pages repeat, all names do: that is another check's.
    const seen =
      fault === undefined && pages.length === 1 ? items : items.slice(0, firstPage(pages[0]!.reply));
    const problems = twice(seen.map(({ name }) => name)).map(
      (name) => `${show(name)} is there more than once`,
    );
    return judged(problems, 'every name is there once', pages[0]!);
  },
});

function firstPage(reply: Record<string, unknown> | undefined): number {
  const tools = (reply?.result as { tools?: unknown[] } | undefined)?.tools;
  return Array.isArray(tools) ? tools.length : 0;
}
