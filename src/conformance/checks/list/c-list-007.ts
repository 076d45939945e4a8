import { isObject } from '../../../util/plain.js';
import { check } from '../../check.js';
import { called, judgeItems } from '../../judge/items.js';
import { schemaProblem } from '../../judge/schema.js';

export const cList007 = check({
  id: 'C-LIST-007',
  title: 'input schemas are valid JSON Schema',
  level: 'MUST',
  since: '2025-11-25',
  needs: 'tools',
  spec: 'server/tools#tool',
  fix: 'Check the schema with a validator of its dialect; without "$schema" that is 2020-12.',
  run: (world) =>
    judgeItems(world, {
      in: 'tools',
      where: ({ inputSchema }) => isObject(inputSchema),
      wrong: (tool, at) => {
        const problem = schemaProblem(tool.inputSchema);
        return problem === undefined ? undefined : `${called('tool', tool, at)}: ${problem}`;
      },
      good: 'they are',
      none: 'no tool has a schema',
    }),
});
