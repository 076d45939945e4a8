import { check } from '../../check.js';
import { called, judgeItems } from '../../judge/items.js';

export const cList017 = check({
  id: 'C-LIST-017',
  title: 'every template has a URI template and a name',
  level: 'MUST',
  needs: 'resources',
  spec: 'server/resources#resource-templates',
  fix: 'Give each template a `uriTemplate` and a `name` that are text.',
  async run(world) {
    return judgeItems(world, {
      in: 'templates',
      wrong: (item, at) => {
        const missing = ['uriTemplate', 'name'].find((key) => typeof item[key] !== 'string');
        return missing && `${called('template', item, at)} has no text \`${missing}\``;
      },
      good: 'every template has both',
      none: 'the server lists no templates',
    });
  },
});
