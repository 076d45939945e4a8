import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cMrtr001 = check({
  id: 'C-MRTR-001',
  title: 'every result names its type',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic#result-responses',
  official: ['sep-2322-result-type-included'],
  fix: 'Send `resultType`: complete, or input_required.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      where: ({ message, request }) => Object.hasOwn(message, 'result') && request?.method !== 'initialize',
      wrong: ({ message, request }) => {
        const type = ownValue(message.result, 'resultType');
        return typeof type === 'string'
          ? undefined
          : `the result of ${String(request?.method)} names ${show(type)}`;
      },
      good: 'every result does',
    }),
});
