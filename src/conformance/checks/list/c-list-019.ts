import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { twice } from '../../judge/items.js';
import { needSome, resultOf } from '../../world.js';

export const cList019 = check({
  id: 'C-LIST-019',
  title: 'no two prompts have the same name',
  level: 'SHOULD',
  needs: 'prompts',
  spec: 'server/prompts#prompt',
  fix: 'Give each prompt its own name.',
  async run(world) {
    const { items, pages } = await world.list('prompts');
    resultOf(pages[0]!);
    needSome(items, 'the server lists no prompts');
    const problems = twice(items.map(({ name }) => name)).map(
      (name) => `${show(name)} is there more than once`,
    );
    return judged(problems, 'every name is there once', pages[0]!);
  },
});
