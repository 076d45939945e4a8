import { check } from '../../check.js';
import { judgeRefusal } from '../../judge/refusal.js';

export const cLog001 = check({
  id: 'C-LOG-001',
  title: 'a log level that does not exist is refused with -32602',
  level: 'SHOULD',
  until: '2025-11-25',
  needs: 'logging',
  spec: 'server/utilities/logging#error-handling',
  fix: 'Answer levels that you do not know with error -32602.',
  run: async (world) =>
    judgeRefusal(await world.talk.ask('logging/setLevel', { level: 'mcptest-loud' }), { codes: [-32602] }),
});
