import { broken, check, kept } from '../../check.js';
import { notify } from '../../judge/answers-to-notification.js';
import { replyOf } from '../../world.js';

export const cRpc009 = check({
  id: 'C-RPC-009',
  title: 'a notification is not answered',
  level: 'MUST',
  spec: 'basic#notifications',
  fix: 'Send nothing back for a message without an id, even if its method is not known.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const { told, after, answers } = await notify(world, talk, 'notifications/mcptest_unknown');
    replyOf(after);
    if (answers.length > 0) return broken('an answer came', told, after);
    return kept('no answer came', told, after);
  },
});
