import { check } from '../../check.js';
import { judgeServed } from '../../judge/served.js';

export const cCap002 = check({
  id: 'C-CAP-002',
  title: 'resources are declared and listed',
  level: 'MUST',
  needs: 'resources',
  spec: 'server/resources#capabilities',
  official: ['resources-list'],
  fix: 'Answer resources/list, with an empty list where there is none; or do not declare `resources`.',
  run: async (world) => judgeServed((await world.list('resources')).pages[0]),
});
