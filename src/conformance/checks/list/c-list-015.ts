import { check } from '../../check.js';
import { called, judgeItems } from '../../judge/items.js';

export const cList015 = check({
  id: 'C-LIST-015',
  title: 'every resource has a URI and a name',
  level: 'MUST',
  needs: 'resources',
  spec: 'server/resources#resource',
  official: ['resources-list'],
  fix: 'Give each resource a `uri` and a `name` that are text.',
  run: (world) =>
    judgeItems(world, {
      in: 'resources',
      wrong: (item, at) => {
        const missing = ['uri', 'name'].find((key) => typeof item[key] !== 'string');
        return missing && `${called('resource', item, at)} has no text \`${missing}\``;
      },
      good: 'every resource has both',
      none: 'the server lists no resources',
    }),
});
