import { broken, check, kept } from '../../check.js';

export const cCancel002 = check({
  id: 'C-CANCEL-002',
  title: 'a malformed cancellation is ignored',
  level: 'SHOULD',
  spec: {
    legacy: 'basic/utilities/cancellation#error-handling',
    modern: 'basic/patterns/cancellation#error-handling',
  },
  fix: 'Ignore notifications/cancelled without a `requestId`.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const told = await talk.tell('notifications/cancelled', {});
    const after = await world.signOfLife(talk);
    if (after.reply === undefined)
      return broken(`the server no longer answers: ${after.silence}`, told, after);
    return kept('it is', told, after);
  },
});
