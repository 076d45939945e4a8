import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { twice } from '../../judge/items.js';
import { isResponse } from '../../wire/transcript.js';

export const cRpc013 = check({
  id: 'C-RPC-013',
  title: 'a request is answered once',
  level: 'MUST',
  spec: 'basic#responses',
  fix: 'Send one response to each request.',
  lane: 'afterwards',
  async run(world) {
    await world.survey();
    const doubles = world.transcripts.flatMap(({ received }) => {
      const answers = received.filter(({ message }) => isResponse(message) && message.id != null);
      const ids = twice(answers.map(({ message }) => message.id));
      return answers.filter(({ message }) => ids.includes(message.id));
    });
    const problems = doubles.map(
      ({ message }) => `the request ${show(message.id)} was answered more than once`,
    );
    const frames = doubles.slice(0, 2).map(({ frame }) => frame);
    return judged(problems, 'no request was answered twice', ...frames);
  },
});
