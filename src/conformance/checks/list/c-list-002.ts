import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeItems } from '../../judge/items.js';

export const cList002 = check({
  id: 'C-LIST-002',
  title: 'every tool has a name',
  level: 'MUST',
  needs: 'tools',
  spec: 'server/tools#tool',
  official: ['tools-list'],
  fix: 'Give each tool a `name` that is text and not empty.',
  run: (world) =>
    judgeItems(world, {
      in: 'tools',
      wrong: ({ name }, at) =>
        typeof name === 'string' && name !== '' ? undefined : `the name of tool ${at} is ${show(name)}`,
      good: 'every tool has one',
      none: 'the server lists no tools',
    }),
});
