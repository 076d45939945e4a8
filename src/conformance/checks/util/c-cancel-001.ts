import { broken, check, kept } from '../../check.js';
import { isResponse } from '../../wire/transcript.js';

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
    const told = await talk.tell('notifications/cancelled', { requestId: 'mcptest-none', reason: 'none' });
    const after = await world.signOfLife(talk);
    if (after.reply === undefined)
      return broken(`the server no longer answers: ${after.silence}`, told, after);
    const isRefusal = (told.http?.status ?? 0) >= 400;
    const answer = [...told.messages, ...after.messages].find(
      (one) => isResponse(one) && one !== after.reply,
    );
    if (answer !== undefined && !isRefusal) return broken('an answer came', told, after);
    return kept('it is', told, after);
  },
});
