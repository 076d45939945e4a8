import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { resultOf } from '../../world.js';

export const cList001 = check({
  id: 'C-LIST-001',
  title: 'tools/list answers with a list of objects',
  level: 'MUST',
  needs: 'tools',
  spec: 'server/tools#listing-tools',
  official: ['tools-list'],
  fix: 'Send `tools` as a list, an empty one where there is none.',
  async run(world) {
    const { pages, strange } = await world.list('tools');
    resultOf(pages[0]!);
    // A later page that is no result is what C-LIST-011 is about.
    const listed = pages.flatMap((page) => ownValue(page.reply, 'result') ?? []);
    const problems = listed.flatMap((result) => {
      const tools = ownValue(result, 'tools');
      return Array.isArray(tools) ? [] : [`\`tools\` is ${show(tools)}`];
    });
    if (strange > 0) problems.push(`${strange} entries are not objects`);
    return judged(problems, 'it does', pages[0]!);
  },
});
