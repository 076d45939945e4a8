import { isObject } from '../../../util/plain.js';
import { check } from '../../check.js';
import { called, judgeItems } from '../../judge/items.js';

export const cList021 = check({
  id: 'C-LIST-021',
  title: 'icons of tools are a list of objects with a source',
  level: 'MUST',
  since: '2025-11-25',
  needs: 'tools',
  spec: 'basic#icons',
  fix: 'Send `icons` as a list of objects with a `src` that is text.',
  run: (world) =>
    judgeItems(world, {
      in: 'tools',
      where: ({ icons }) => icons !== undefined,
      wrong: (tool, at) => {
        const { icons } = tool;
        const isWhole =
          Array.isArray(icons) && icons.every((icon) => isObject(icon) && typeof icon.src === 'string');
        return isWhole ? undefined : `the icons of ${called('tool', tool, at)} are not`;
      },
      good: 'they are',
      none: 'no tool has icons',
    }),
});
