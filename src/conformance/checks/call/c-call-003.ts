import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { callResults } from '../../learn/calls.js';

export const cCall003 = check({
  id: 'C-CALL-003',
  title: 'the result of a call has content',
  level: 'MUST',
  needs: 'tools',
  spec: 'server/tools#tool-result',
  official: ['tools-call-simple-text'],
  fix: 'Send `content` as a list, an empty one where there is nothing to say.',
  async run(world) {
    const wrong = (await callResults(world)).filter(({ result }) => !Array.isArray(result.content));
    return judged(
      wrong.map(({ call, result }) => `\`content\` of ${show(call.tool.name)} is ${show(result.content)}`),
      'every result has',
      ...wrong.slice(0, 1).map(({ call }) => call.exchange),
    );
  },
});
