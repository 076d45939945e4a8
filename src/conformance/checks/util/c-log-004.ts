import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cLog004 = check({
  id: 'C-LOG-004',
  title: 'log messages come only if a request asks for them',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'server/utilities/logging#per-request-log-level',
  official: ['sep-2575-server-no-log-without-loglevel'],
  fix: 'Send notifications/message only for requests with io.modelcontextprotocol/logLevel.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'notifications',
      wrong: ({ message }) =>
        message.method === 'notifications/message' ? 'one came, and no request had asked for any' : undefined,
      good: 'none came',
    }),
});
