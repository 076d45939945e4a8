import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cMrtr007 = check({
  id: 'C-MRTR-007',
  title: 'the server sends no requests',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic/patterns/mrtr',
  official: ['sep-2575-http-server-no-independent-requests-on-stream'],
  fix: 'Answer with a result of type input_required instead of a request to the client.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'requests',
      wrong: ({ message }) => `it sent ${String(message.method)}`,
      good: 'it sent none',
    }),
});
