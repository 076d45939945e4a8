import { broken, check, kept } from '../../check.js';
import { notify } from '../../judge/answers-to-notification.js';

export const cCancel001 = check({
  id: 'C-CANCEL-001',
  title: 'cancelling a request that does not exist is ignored',
  level: 'SHOULD',
  spec: {
    legacy: 'basic/utilities/cancellation#error-handling',
    modern: 'basic/patterns/cancellation#error-handling',
  },
  fix: 'Ignore notifications/cancelled with an id that you do not know.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const params = { requestId: 'mcptest-none', reason: 'none' };
    const { told, after, answers } = await notify(world, talk, 'notifications/cancelled', params);
    if (after.reply === undefined)
      return broken(`the server no longer answers: ${after.silence}`, told, after);
    if (answers.length > 0) return broken('an answer came', told, after);
    return kept('it is', told, after);
  },
});
