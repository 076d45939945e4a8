import { broken, check, kept } from '../../check.js';
import { isResponse } from '../../wire/transcript.js';
import { replyOf } from '../../world.js';

export const cRpc009 = check({
  id: 'C-RPC-009',
  title: 'a notification is not answered',
  level: 'MUST',
  spec: 'basic#notifications',
  fix: 'Send nothing back for a message without an id, also where its method is not known.',
  lane: 'rough',
  async run(world) {
    const talk = await world.rough();
    const told = await talk.tell('notifications/mcptest_unknown');
    const after = await world.signOfLife(talk);
    replyOf(after);
    const answers = [...told.messages, ...after.messages].filter(
      (message) => isResponse(message) && message !== after.reply,
    );
    // Over HTTP an error without an id may say why a notification was not accepted.
    const isRefusal = (told.http?.status ?? 0) >= 400;
    if (answers.length > 0 && !isRefusal) return broken('an answer came', told, after);
    return kept('no answer came', told, after);
  },
});
