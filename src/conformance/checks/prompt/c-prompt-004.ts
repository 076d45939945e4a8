import { show } from '../../../util/text.js';
import { broken, check, kept, NotApplicable } from '../../check.js';
import { errorOf, replyOf } from '../../world.js';

export const cPrompt004 = check({
  id: 'C-PROMPT-004',
  title: 'the error for a prompt that does not exist has the code -32602',
  level: 'SHOULD',
  needs: 'prompts',
  spec: 'server/prompts#error-handling',
  fix: 'Use the code -32602.',
  async run(world) {
    const exchange = await world.unknownPrompt();
    replyOf(exchange);
    const error = errorOf(exchange);
    if (error === undefined) throw new NotApplicable('it was not refused');
    return error.code === -32602
      ? kept('it has', exchange)
      : broken(`the code is ${show(error.code)}`, exchange);
  },
});
