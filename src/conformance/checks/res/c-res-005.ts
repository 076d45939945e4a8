import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeItems } from '../../judge/items.js';

export const cRes005 = check({
  id: 'C-RES-005',
  title: 'URIs of resources have a scheme',
  level: 'MUST',
  needs: 'resources',
  spec: 'server/resources#common-uri-schemes',
  fix: 'Begin each URI with a scheme, such as file:// or one of your own.',
  run: (world) =>
    judgeItems(world, {
      in: 'resources',
      where: ({ uri }) => typeof uri === 'string',
      wrong: ({ uri }) =>
        /^[A-Za-z][A-Za-z\d+.-]*:/.test(uri as string) ? undefined : `${show(uri)} has none`,
      good: 'they have',
      none: 'the server lists no resources',
    }),
});
