import { isObject } from '../../../util/plain.js';
import { check } from '../../check.js';
import { called, judgeItems } from '../../judge/items.js';

export const cList016 = check({
  id: 'C-LIST-016',
  title: 'every prompt and each of its arguments has a name',
  level: 'MUST',
  needs: 'prompts',
  spec: 'server/prompts#prompt',
  official: ['prompts-list'],
  fix: 'Give each prompt a `name`, and `arguments` as a list of objects with a `name`.',
  run: (world) =>
    judgeItems(world, {
      in: 'prompts',
      wrong: (prompt, at) => {
        if (typeof prompt.name !== 'string') return `prompt ${at} has no text \`name\``;
        const { arguments: args = [] } = prompt;
        const isWhole =
          Array.isArray(args) && args.every((one) => isObject(one) && typeof one.name === 'string');
        return isWhole
          ? undefined
          : `the arguments of ${called('prompt', prompt, at)} are not all objects with a name`;
      },
      good: 'every one has',
      none: 'the server lists no prompts',
    }),
});
