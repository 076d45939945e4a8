import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeItems } from '../../judge/items.js';

export const cList005 = check({
  id: 'C-LIST-005',
  title: 'names of tools are letters, digits, underscores, hyphens and dots',
  level: 'SHOULD',
  since: '2025-11-25',
  needs: 'tools',
  spec: 'server/tools#tool-names',
  official: ['tools-name-format'],
  fix: 'Use only A-Z, a-z, 0-9, _, - and . in the names of tools.',
  run: (world) =>
    judgeItems(world, {
      in: 'tools',
      where: ({ name }) => typeof name === 'string',
      wrong: ({ name }) =>
        /^[\w.-]*$/.test(name as string) ? undefined : `${show(name)} has other characters`,
      good: 'they are',
      none: 'no tool has a name',
    }),
});
