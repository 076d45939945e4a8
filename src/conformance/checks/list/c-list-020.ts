import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { called, judgeItems } from '../../judge/items.js';

const TEXTS = ['title', 'description'];

export const cList020 = check({
  id: 'C-LIST-020',
  title: 'titles and descriptions of tools are text',
  level: 'MUST',
  needs: 'tools',
  spec: 'server/tools#tool',
  official: ['tools-list'],
  fix: 'Send `title` and `description` as text, or leave them out; null is not text.',
  run: (world) =>
    judgeItems(world, {
      in: 'tools',
      wrong: (tool, at) => {
        const wrong = TEXTS.find((key) => !['undefined', 'string'].includes(typeof tool[key]));
        return wrong && `\`${wrong}\` of ${called('tool', tool, at)} is ${show(tool[wrong])}`;
      },
      good: 'they are',
      none: 'the server lists no tools',
    }),
});
