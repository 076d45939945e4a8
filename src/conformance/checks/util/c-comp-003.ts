import { check } from '../../check.js';
import { judgeRefusal } from '../../judge/refusal.js';

export const cComp003 = check({
  id: 'C-COMP-003',
  title: 'a completion for a prompt that does not exist is refused with -32602',
  level: 'SHOULD',
  needs: 'completions',
  spec: 'server/utilities/completion#error-handling',
  fix: 'Answer references that you do not know with error -32602.',
  async run(world) {
    const exchange = await world.talk.ask('completion/complete', {
      ref: { type: 'ref/prompt', name: 'mcptest_no_such_prompt' },
      argument: { name: 'any', value: '' },
    });
    return judgeRefusal(exchange, { codes: [-32602] });
  },
});
