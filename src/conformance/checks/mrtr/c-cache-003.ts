import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeCached } from '../../judge/cached.js';

export const cCache003 = check({
  id: 'C-CACHE-003',
  title: 'lists say who may store them',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'server/utilities/caching#cache-scope-field',
  official: ['sep-2549-cache-scope-valid'],
  fix: 'Send `cacheScope`: public, or private where the list depends on who asks.',
  lane: 'afterwards',
  run: (world) =>
    judgeCached(world, /\/list$/, ({ cacheScope: scope }) =>
      scope === 'public' || scope === 'private' ? undefined : `\`cacheScope\` is ${show(scope)}`,
    ),
});
