import { check } from '../../check.js';
import { judgeCached } from '../../judge/cached.js';

export const cCache002 = check({
  id: 'C-CACHE-002',
  title: 'no result is fresh for a negative time',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'server/utilities/caching#time-to-live-ttl-field',
  official: ['sep-2549-ttl-non-negative'],
  fix: 'Send 0 or more as `ttlMs`.',
  lane: 'afterwards',
  run: (world) =>
    judgeCached(world, /\/list$|\/read$/, ({ ttlMs }) =>
      typeof ttlMs === 'number' && ttlMs < 0 ? `\`ttlMs\` is ${ttlMs}` : undefined,
    ),
});
