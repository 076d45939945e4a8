import { isObject, ownValue } from '../../../util/plain.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cMrtr008 = check({
  id: 'C-MRTR-008',
  title: 'a missing client capability is named in the error',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic#meta',
  official: ['sep-2575-server-rejects-undeclared-capability'],
  fix: 'List the capabilities in `data.requiredCapabilities` of error -32021.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      where: ({ message }) => ownValue(message.error, 'code') === -32021,
      wrong: ({ message }) => {
        const named = ownValue(ownValue(message.error, 'data'), 'requiredCapabilities');
        return isObject(named) || Array.isArray(named) ? undefined : 'it is not';
      },
      good: 'it is',
      none: 'the server missed no capability',
    }),
});
