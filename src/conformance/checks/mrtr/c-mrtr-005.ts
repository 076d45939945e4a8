import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { inputRequests, isInputRequired } from '../../judge/input-required.js';
import { judgeAll } from '../../judge/seen.js';

export const cMrtr005 = check({
  id: 'C-MRTR-005',
  title: 'input is not required of a client that declares none',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic/patterns/mrtr#server-requirements-basic-workflow',
  official: ['sep-2322-respect-client-capabilities'],
  fix: 'Look at clientCapabilities of the request; where what you need is missing, answer with error -32021.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      wrong: (seen) => {
        const [first] = isInputRequired(seen) ? inputRequests(seen) : [];
        return first === undefined ? undefined : `it asks for ${show(first.method)}`;
      },
      good: 'it is not',
    }),
});
