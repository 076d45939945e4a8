import { isObject } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { getResults } from '../../judge/gets.js';

export const cPrompt001 = check({
  id: 'C-PROMPT-001',
  title: 'a prompt is a list of messages of the user and the assistant',
  level: 'MUST',
  needs: 'prompts',
  spec: 'server/prompts#promptmessage',
  official: ['prompts-get-simple', 'prompts-get-with-args'],
  fix: 'Send `messages` as a list of objects with `role` user or assistant.',
  async run(world) {
    const wrong = (await getResults(world)).filter(
      ({ result: { messages } }) => !(Array.isArray(messages) && messages.every(hasRole)),
    );
    return judged(
      wrong.map(({ get }) => `${show(get.name)} is none`),
      'it is',
      ...wrong.slice(0, 1).map(({ get }) => get.exchange),
    );
  },
});

function hasRole(message: unknown): boolean {
  return isObject(message) && (message.role === 'user' || message.role === 'assistant');
}
