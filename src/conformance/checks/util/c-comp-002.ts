import { ownValue } from '../../../util/plain.js';
import { check, judged } from '../../check.js';
import { completionExchange } from '../../learn/completion.js';
import { resultOf } from '../../world.js';

const MOST = 100;

export const cComp002 = check({
  id: 'C-COMP-002',
  title: 'a completion has at most 100 values',
  level: 'MUST',
  needs: 'completions',
  spec: 'server/utilities/completion#completion-results',
  fix: 'Send the 100 best values and set `hasMore`.',
  async run(world) {
    const exchange = await completionExchange(world);
    const values = ownValue(resultOf(exchange).completion, 'values');
    const count = Array.isArray(values) ? values.length : 0;
    return judged(count > MOST ? [`it has ${count}`] : [], `it has ${count}`, exchange);
  },
});
