import { META } from '../../../client/session/revisions.js';
import { ownValue } from '../../../util/plain.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cLife017 = check({
  id: 'C-LIFE-017',
  title: 'results name their server',
  level: 'SHOULD',
  since: '2026-07-28',
  spec: 'basic#meta',
  official: ['sep-2575-server-identifies-in-result-meta'],
  fix: 'Put io.modelcontextprotocol/serverInfo into `_meta` of every result.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      // A server of both eras answers `initialize` as the earlier one has it.
      where: ({ message, request }) => Object.hasOwn(message, 'result') && request?.method !== 'initialize',
      wrong: ({ message, request }) => {
        const info = ownValue(ownValue(message.result, '_meta'), META.serverInfo);
        return typeof ownValue(info, 'name') === 'string'
          ? undefined
          : `the result of ${String(request?.method)} does not`;
      },
      good: 'every result does',
    }),
});
