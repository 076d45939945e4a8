import { ownValue } from '../../../util/plain.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

const DEFINED = [-32020, -32021, -32022];
const FORMER = [-32002, -32042];

export const cRpc016 = check({
  id: 'C-RPC-016',
  title: 'reserved error codes are used as the specification says',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic#error-codes',
  fix: 'Use -32020, -32021 and -32022 of the reserved range and no other; -32002 and -32042 are of earlier revisions.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      where: ({ message }) => Object.hasOwn(message, 'error'),
      wrong: ({ message }) => {
        const code = ownValue(message.error, 'code');
        if (typeof code !== 'number') return undefined;
        const isReserved = code <= -32020 && code >= -32099 && !DEFINED.includes(code);
        return isReserved || FORMER.includes(code) ? `an error has the code ${code}` : undefined;
      },
      good: 'no reserved code was used for anything else',
      none: 'the server sent no error',
    }),
});
