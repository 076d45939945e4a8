import { isObject } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { called, judgeItems } from '../../judge/items.js';

/** An optional prefix of labels with dots and a slash, then a name. */
const KEY =
  /^(?:(?:[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?\/)?(?:[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)?$/;

export const cList022 = check({
  id: 'C-LIST-022',
  title: 'keys of _meta have allowed names',
  level: 'MUST',
  since: '2025-06-18',
  needs: 'tools',
  spec: { legacy: 'basic#meta', modern: 'basic#meta' },
  fix: 'Begin and end names in `_meta` with a letter or digit, such as com.example/name.',
  run: (world) =>
    judgeItems(world, {
      in: 'tools',
      where: ({ _meta }) => _meta !== undefined,
      wrong: (tool, at) => {
        const { _meta: meta } = tool;
        if (!isObject(meta)) return `\`_meta\` of ${called('tool', tool, at)} is ${show(meta)}`;
        const wrong = Object.keys(meta).find((key) => !KEY.test(key));
        return wrong === undefined
          ? undefined
          : `\`_meta\` of ${called('tool', tool, at)} has the key ${show(wrong)}`;
      },
      good: 'they are',
      none: 'no tool has `_meta`',
    }),
});
