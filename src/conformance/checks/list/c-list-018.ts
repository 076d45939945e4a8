import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { twice } from '../../judge/items.js';
import { needSome, resultOf } from '../../world.js';

export const cList018 = check({
  id: 'C-LIST-018',
  title: 'no two resources have the same URI',
  level: 'SHOULD',
  needs: 'resources',
  spec: 'server/resources#resource',
  fix: 'Give each resource its own URI.',
  async run(world) {
    const { items, pages } = await world.list('resources');
    resultOf(pages[0]!);
    needSome(items, 'the server lists no resources');
    const problems = twice(items.map(({ uri }) => uri)).map((uri) => `${show(uri)} is there more than once`);
    return judged(problems, 'every URI is there once', pages[0]!);
  },
});
