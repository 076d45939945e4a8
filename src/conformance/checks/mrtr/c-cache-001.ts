import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeCached } from '../../judge/cached.js';

export const cCache001 = check({
  id: 'C-CACHE-001',
  title: 'lists say how long they are fresh',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'server/utilities/caching#cacheable-results',
  official: ['sep-2549-tools-list-caching-hints'],
  fix: 'Send `ttlMs` with every list, 0 where it may change at any time.',
  lane: 'afterwards',
  run: (world) =>
    judgeCached(world, /\/list$/, ({ ttlMs }) =>
      typeof ttlMs === 'number' ? undefined : `\`ttlMs\` is ${show(ttlMs)}`,
    ),
});
