import { isObject } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cRpc017 = check({
  id: 'C-RPC-017',
  title: 'a result is an object',
  level: 'MUST',
  spec: 'basic#responses',
  fix: 'Send an object as `result`; an empty one where there is nothing to say.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      where: ({ message }) => Object.hasOwn(message, 'result'),
      wrong: ({ message }) => (isObject(message.result) ? undefined : `a result is ${show(message.result)}`),
      good: 'every result is an object',
    }),
});
