import { check } from '../../check.js';
import { judgeServed } from '../../judge/served.js';

export const cCap001 = check({
  id: 'C-CAP-001',
  title: 'tools are declared and listed',
  level: 'MUST',
  needs: 'tools',
  spec: 'server/tools#capabilities',
  official: ['tools-list', 'sep-2575-discover-capabilities-match-handlers'],
  fix: 'Answer tools/list, with an empty list where there is none; or do not declare `tools`.',
  run: async (world) => judgeServed((await world.list('tools')).pages[0]),
});
