import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cRpc005 = check({
  id: 'C-RPC-005',
  title: 'the code of an error is an integer',
  level: 'MUST',
  spec: 'basic#responses',
  fix: 'Send a whole number as `error.code`, such as -32602.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      where: ({ message }) => Object.hasOwn(message, 'error'),
      wrong: ({ message }) => {
        const code = ownValue(message.error, 'code');
        return Number.isInteger(code) ? undefined : `an error has the code ${show(code)}`;
      },
      good: 'every code is an integer',
      none: 'the server sent no error',
    }),
});
