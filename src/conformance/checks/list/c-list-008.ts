import { isObject } from '../../../util/plain.js';
import { check } from '../../check.js';
import { called, judgeItems } from '../../judge/items.js';

export const cList008 = check({
  id: 'C-LIST-008',
  title: 'output schemas are of type object',
  level: 'MUST',
  since: '2025-06-18',
  until: '2025-11-25',
  needs: 'tools',
  spec: 'server/tools#output-schema',
  fix: 'Wrap the output in an object; other types came with 2026-07-28.',
  run: (world) =>
    judgeItems(world, {
      in: 'tools',
      where: ({ outputSchema }) => outputSchema !== undefined,
      wrong: (tool, at) => {
        const { outputSchema: schema } = tool;
        const isWhole = isObject(schema) && schema.type === 'object';
        return isWhole
          ? undefined
          : `the outputSchema of ${called('tool', tool, at)} has not the type object`;
      },
      good: 'they are',
      none: 'no tool has an output schema',
    }),
});
