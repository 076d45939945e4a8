import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { completionExchange } from '../../learn/completion.js';
import { resultOf } from '../../world.js';

export const cComp001 = check({
  id: 'C-COMP-001',
  title: 'a completion is a list of texts',
  level: 'MUST',
  needs: 'completions',
  spec: 'server/utilities/completion#completion-results',
  official: ['completion-complete'],
  fix: 'Send `completion.values` as a list of texts.',
  async run(world) {
    const exchange = await completionExchange(world);
    const values = ownValue(resultOf(exchange).completion, 'values');
    const isWhole = Array.isArray(values) && values.every((value) => typeof value === 'string');
    return judged(isWhole ? [] : [`\`completion.values\` is ${show(values)}`], 'it is', exchange);
  },
});
