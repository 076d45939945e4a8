import { ownValue } from '../../../util/plain.js';
import { check } from '../../check.js';
import { isProgress } from '../../judge/progress.js';
import { judgeAll } from '../../judge/seen.js';

export const cProg004 = check({
  id: 'C-PROG-004',
  title: 'progress and total are numbers',
  level: 'MUST',
  spec: { legacy: 'basic/utilities/progress#progress-flow', modern: 'basic/patterns/progress#progress-flow' },
  official: ['tools-call-with-progress'],
  fix: 'Send `progress` and `total` as numbers and `message` as text.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'notifications',
      where: isProgress,
      wrong: ({ message: { params } }) => {
        const [progress, total, said] = ['progress', 'total', 'message'].map(
          (key) => typeof ownValue(params, key),
        );
        const isWhole =
          progress === 'number' &&
          ['number', 'undefined'].includes(total!) &&
          ['string', 'undefined'].includes(said!);
        return isWhole ? undefined : 'one of them has another type';
      },
      good: 'they are',
      none: 'the server reported no progress',
    }),
});
