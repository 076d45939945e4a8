import { check, NotApplicable } from '../../check.js';
import { judgeRefusal } from '../../judge/refusal.js';
import { requiredArguments } from '../../learn/gets.js';

export const cPrompt005 = check({
  id: 'C-PROMPT-005',
  title: 'a prompt without an argument that it requires is refused with -32602',
  level: 'SHOULD',
  needs: 'prompts',
  spec: 'server/prompts#error-handling',
  fix: 'Check the required arguments and answer with error -32602 where one is missing.',
  async run(world) {
    const { items } = await world.list('prompts');
    const prompt = items.find((one) => typeof one.name === 'string' && requiredArguments(one).length > 0);
    if (prompt === undefined) throw new NotApplicable('no prompt requires an argument');
    const exchange = await world.talk.ask('prompts/get', { name: prompt.name, arguments: {} });
    return judgeRefusal(exchange, { codes: [-32602] });
  },
});
