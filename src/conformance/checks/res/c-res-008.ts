import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { called, judgeItems } from '../../judge/items.js';

const TYPES: Record<string, string> = {
  title: 'string',
  description: 'string',
  mimeType: 'string',
  size: 'number',
};

export const cRes008 = check({
  id: 'C-RES-008',
  title: 'the other fields of resources have the right type',
  level: 'MUST',
  needs: 'resources',
  spec: 'server/resources#resource',
  fix: 'Send `title`, `description` and `mimeType` as text and `size` as a number, or leave them out.',
  run: (world) =>
    judgeItems(world, {
      in: 'resources',
      wrong: (item, at) => {
        const wrong = Object.entries(TYPES).find(
          ([key, type]) => !['undefined', type].includes(typeof item[key]),
        );
        return wrong && `\`${wrong[0]}\` of ${called('resource', item, at)} is ${show(item[wrong[0]])}`;
      },
      good: 'it has',
      none: 'the server lists no resources',
    }),
});
