import { ParamHeaders } from '../../../client/http/param-headers.js';
import { FaultLog } from '../../../client/session/fault-log.js';
import { check } from '../../check.js';
import { judgeItems } from '../../judge/items.js';

export const cList023 = check({
  id: 'C-LIST-023',
  title: 'x-mcp-header names a header that is allowed',
  level: 'MUST',
  since: '2026-07-28',
  needs: 'tools',
  spec: 'server/tools#x-mcp-header',
  fix: 'Use a header token that no other argument has, on an argument that is text, an integer or a boolean.',
  run: (world) =>
    judgeItems(world, {
      in: 'tools',
      where: ({ inputSchema }) => JSON.stringify(inputSchema ?? {}).includes('"x-mcp-header"'),
      wrong: (tool) => {
        const headers = new ParamHeaders();
        headers.learn([tool], new FaultLog());
        return headers.refusal(tool.name)?.split(';')[0];
      },
      good: 'it does',
      none: 'no tool asks for one',
    }),
});
