import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cRpc020 = check({
  id: 'C-RPC-020',
  title: 'requests of the server have an id that is text or an integer',
  level: 'MUST',
  until: '2025-11-25',
  spec: 'basic#requests',
  fix: 'Give each request to the client an id; null is none.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'requests',
      wrong: ({ message: { id } }) =>
        typeof id === 'string' || Number.isInteger(id) ? undefined : `a request has the id ${show(id)}`,
      good: 'every request has one',
      none: 'the server asked its client nothing',
    }),
});
