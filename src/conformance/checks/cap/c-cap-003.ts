import { check } from '../../check.js';
import { judgeServed } from '../../judge/served.js';

export const cCap003 = check({
  id: 'C-CAP-003',
  title: 'prompts are declared and listed',
  level: 'MUST',
  needs: 'prompts',
  spec: 'server/prompts#capabilities',
  official: ['prompts-list'],
  fix: 'Answer prompts/list, with an empty list where there is none; or do not declare `prompts`.',
  run: async (world) => judgeServed((await world.list('prompts')).pages[0]),
});
