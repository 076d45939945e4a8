import { ownValue } from '../../../util/plain.js';
import { check } from '../../check.js';
import { isInputRequired } from '../../judge/input-required.js';
import { judgeAll } from '../../judge/seen.js';

export const cMrtr004 = check({
  id: 'C-MRTR-004',
  title: 'a result that requires input says which, or has a state',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic/patterns/mrtr#server-requirements-basic-workflow',
  fix: 'Send `inputRequests`, `requestState`, or both.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      where: isInputRequired,
      wrong: ({ message }) => {
        const has = ['inputRequests', 'requestState'].some(
          (key) => ownValue(message.result, key) !== undefined,
        );
        return has ? undefined : 'it has neither';
      },
      good: 'it does',
      none: 'no result required input',
    }),
});
