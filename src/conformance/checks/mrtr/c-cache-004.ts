import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeCached } from '../../judge/cached.js';

export const cCache004 = check({
  id: 'C-CACHE-004',
  title: 'resources say how long they may be stored, and by whom',
  level: 'MUST',
  since: '2026-07-28',
  needs: 'resources',
  spec: 'server/utilities/caching#cacheable-results',
  official: ['sep-2549-resources-read-caching-hints'],
  fix: 'Send `ttlMs` and `cacheScope` with resources/read.',
  lane: 'afterwards',
  run: (world) =>
    judgeCached(world, /\/read$/, ({ ttlMs, cacheScope: scope }) => {
      const isWhole = typeof ttlMs === 'number' && (scope === 'public' || scope === 'private');
      return isWhole ? undefined : `\`ttlMs\` is ${show(ttlMs)}, \`cacheScope\` is ${show(scope)}`;
    }),
});
