import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeItems } from '../../judge/items.js';

const LONGEST = 128;

export const cList006 = check({
  id: 'C-LIST-006',
  title: 'names of tools have 1 to 128 characters',
  level: 'SHOULD',
  since: '2025-11-25',
  needs: 'tools',
  spec: 'server/tools#tool-names',
  fix: 'Shorten the names of tools to 128 characters.',
  run: (world) =>
    judgeItems(world, {
      in: 'tools',
      where: ({ name }) => typeof name === 'string',
      wrong: ({ name }) => {
        const { length } = name as string;
        return length >= 1 && length <= LONGEST ? undefined : `${show(name)} has ${length} characters`;
      },
      good: 'they do',
      none: 'no tool has a name',
    }),
});
