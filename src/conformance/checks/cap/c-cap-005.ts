import { check } from '../../check.js';
import { judgeServed } from '../../judge/served.js';
import { completionExchange } from '../../learn/completion.js';

export const cCap005 = check({
  id: 'C-CAP-005',
  title: 'completions are declared and work',
  level: 'MUST',
  since: '2025-03-26',
  needs: 'completions',
  spec: 'server/utilities/completion#capabilities',
  official: ['completion-complete'],
  fix: 'Answer completion/complete; or do not declare `completions`.',
  run: async (world) => judgeServed(await completionExchange(world)),
});
