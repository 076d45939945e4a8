import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cRpc006 = check({
  id: 'C-RPC-006',
  title: 'an error has a message',
  level: 'MUST',
  spec: 'basic#responses',
  fix: 'Send text as `error.message`.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      where: ({ message }) => Object.hasOwn(message, 'error'),
      wrong: ({ message }) => {
        const text = ownValue(message.error, 'message');
        return typeof text === 'string' ? undefined : `an error has the message ${show(text)}`;
      },
      good: 'every error has one',
      none: 'the server sent no error',
    }),
});
