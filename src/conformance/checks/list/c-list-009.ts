import { isObject } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { called, judgeItems } from '../../judge/items.js';

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

export const cList009 = check({
  id: 'C-LIST-009',
  title: 'the hints of tools are true or false',
  level: 'MUST',
  since: '2025-03-26',
  needs: 'tools',
  spec: 'server/tools#tool',
  fix: 'Send each hint of `annotations` as true or false.',
  run: (world) =>
    judgeItems(world, {
      in: 'tools',
      where: ({ annotations }) => annotations !== undefined,
      wrong: (tool, at) => {
        const { annotations } = tool;
        if (!isObject(annotations))
          return `the annotations of ${called('tool', tool, at)} are ${show(annotations)}`;
        const wrong = HINTS.find((hint) => !['undefined', 'boolean'].includes(typeof annotations[hint]));
        return wrong && `${wrong} of ${called('tool', tool, at)} is ${show(annotations[wrong])}`;
      },
      good: 'they are',
      none: 'no tool has annotations',
    }),
});
