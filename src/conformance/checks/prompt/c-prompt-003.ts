import { broken, check, kept } from '../../check.js';
import { errorOf, replyOf } from '../../world.js';

export const cPrompt003 = check({
  id: 'C-PROMPT-003',
  title: 'a prompt that does not exist is refused with an error',
  level: 'SHOULD',
  needs: 'prompts',
  spec: 'server/prompts#error-handling',
  fix: 'Answer with error -32602.',
  async run(world) {
    const exchange = await world.unknownPrompt();
    replyOf(exchange);
    if (errorOf(exchange) === undefined) return broken('it was answered with a result', exchange);
    return kept('it was', exchange);
  },
});
