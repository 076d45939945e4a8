import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { blockProblem } from '../../judge/content.js';
import { getResults } from '../../judge/gets.js';

export const cPrompt002 = check({
  id: 'C-PROMPT-002',
  title: 'the content of messages has a known type and all of its fields',
  level: 'MUST',
  needs: 'prompts',
  spec: 'server/prompts#promptmessage',
  official: ['prompts-get-embedded-resource', 'prompts-get-with-image'],
  fix: 'Send one block as `content`: text, image, audio, resource or resource_link, with all that the type asks for.',
  async run(world) {
    const wrong = (await getResults(world)).flatMap(({ get, result: { messages } }) => {
      const contents = (Array.isArray(messages) ? messages : []).map((message) =>
        ownValue(message, 'content'),
      );
      const problem = contents.map(blockProblem).find((one) => one !== undefined);
      return problem === undefined ? [] : [{ get, problem }];
    });
    return judged(
      wrong.map(({ get, problem }) => `${show(get.name)}: ${problem}`),
      'it is',
      ...wrong.slice(0, 1).map(({ get }) => get.exchange),
    );
  },
});
