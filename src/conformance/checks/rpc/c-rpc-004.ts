import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cRpc004 = check({
  id: 'C-RPC-004',
  title: 'a response has either a result or an error',
  level: 'MUST',
  spec: 'basic#responses',
  fix: 'Send `result` when it went well and `error` when it did not; never both, never neither.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'messages',
      where: ({ message }) => !Object.hasOwn(message, 'method'),
      wrong: ({ message }) => {
        const [hasResult, hasError] = ['result', 'error'].map((key) => Object.hasOwn(message, key));
        if (hasResult === hasError)
          return `a response has ${hasResult ? 'both' : 'neither'} result and error`;
        return undefined;
      },
      good: 'every response has one of them',
    }),
});
