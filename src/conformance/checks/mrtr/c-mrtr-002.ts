import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

const TYPES = ['complete', 'input_required'];

export const cMrtr002 = check({
  id: 'C-MRTR-002',
  title: 'types of results are known',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic#resulttype',
  fix: 'Use complete and input_required; others need an extension that you declare.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      where: ({ message }) => typeof ownValue(message.result, 'resultType') === 'string',
      wrong: ({ message }) => {
        const type = ownValue(message.result, 'resultType');
        return TYPES.includes(type as string) || world.has('extensions')
          ? undefined
          : `a result is of type ${show(type)}`;
      },
      good: 'they are',
      none: 'no result names its type',
    }),
});
