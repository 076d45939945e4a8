import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { blockProblem } from '../../judge/content.js';
import { callResults } from '../../learn/calls.js';

export const cCall004 = check({
  id: 'C-CALL-004',
  title: 'content blocks have a known type and all of its fields',
  level: 'MUST',
  needs: 'tools',
  spec: 'server/tools#tool-result',
  official: ['tools-call-simple-text', 'tools-call-image', 'tools-call-mixed-content'],
  fix: 'Send blocks of type text, image, audio, resource or resource_link, with all that the type asks for.',
  async run(world) {
    const wrong = (await callResults(world)).flatMap(({ call, result }) => {
      const blocks = Array.isArray(result.content) ? result.content : [];
      const problem = blocks.map(blockProblem).find((one) => one !== undefined);
      return problem === undefined ? [] : [{ call, problem }];
    });
    return judged(
      wrong.map(({ call, problem }) => `${show(call.tool.name)}: ${problem}`),
      'they are',
      ...wrong.slice(0, 1).map(({ call }) => call.exchange),
    );
  },
});
