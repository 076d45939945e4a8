import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { isProgress, tokensGiven } from '../../judge/progress.js';
import { judgeAll } from '../../judge/seen.js';

export const cProg001 = check({
  id: 'C-PROG-001',
  title: 'progress is reported with the token of a request',
  level: 'MUST',
  spec: {
    legacy: 'basic/utilities/progress#behavior-requirements',
    modern: 'basic/patterns/progress#behavior-requirements',
  },
  official: ['tools-call-with-progress'],
  fix: 'Send notifications/progress only for requests with a progressToken, and with that token.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'notifications',
      where: isProgress,
      wrong: ({ message }) => {
        const token = ownValue(message.params, 'progressToken');
        return tokensGiven(world).includes(token) ? undefined : `the token ${show(token)} was never given`;
      },
      good: 'it is',
      none: 'the server reported no progress',
    }),
});
