import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { callResults } from '../../learn/calls.js';

export const cCall010 = check({
  id: 'C-CALL-010',
  title: 'isError is true or false',
  level: 'MUST',
  needs: 'tools',
  spec: 'server/tools#error-handling',
  fix: 'Send `isError` as true or false, or leave it out.',
  async run(world) {
    const wrong = (await callResults(world)).filter(
      ({ result }) => !['undefined', 'boolean'].includes(typeof result.isError),
    );
    return judged(
      wrong.map(({ call, result }) => `\`isError\` of ${show(call.tool.name)} is ${show(result.isError)}`),
      'it is',
      ...wrong.slice(0, 1).map(({ call }) => call.exchange),
    );
  },
});
