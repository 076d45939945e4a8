import { check } from '../../check.js';
import { judgeServed } from '../../judge/served.js';

export const cCap004 = check({
  id: 'C-CAP-004',
  title: 'logging is declared, and its level can be set',
  level: 'SHOULD',
  until: '2025-11-25',
  needs: 'logging',
  spec: 'server/utilities/logging#setting-log-level',
  official: ['logging-set-level'],
  fix: 'Answer logging/setLevel with an empty result; or do not declare `logging`.',
  run: async (world) => judgeServed(await world.talk.ask('logging/setLevel', { level: 'warning' })),
});
