import { isObject } from '../../../util/plain.js';
import { check } from '../../check.js';
import { called, judgeItems } from '../../judge/items.js';

export const cList003 = check({
  id: 'C-LIST-003',
  title: 'every tool has an input schema of type object',
  level: 'MUST',
  needs: 'tools',
  spec: 'server/tools#tool',
  official: ['tools-list'],
  fix: 'Send `inputSchema` with "type": "object", also for a tool without arguments.',
  run: (world) =>
    judgeItems(world, {
      in: 'tools',
      wrong: (tool, at) => {
        const { inputSchema: schema } = tool;
        if (!isObject(schema)) return `${called('tool', tool, at)} has no inputSchema`;
        return schema.type === 'object'
          ? undefined
          : `the inputSchema of ${called('tool', tool, at)} has not the type object`;
      },
      good: 'every tool has one',
      none: 'the server lists no tools',
    }),
});
