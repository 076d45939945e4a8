/** A name, as the client sends it on, does not match the pattern that is asked for. */
import type { CompatRule } from '../../types/compat.js';
import { ownValue } from '../../util/plain.js';
import { clip } from '../../util/text.js';
import { eachTool } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli008: CompatRule = {
  id: 'CLI-008',
  name: 'name-characters',
  since: '0.1.0',
  triggers: 'A name, as the client sends it on, does not match the required pattern.',
  rationale:
    'The specification allows dots and slashes in names; most model APIs take letters, digits, _ and - only. Where nobody rewrites the name, one such tool fails every request that carries the list.',
  fix: 'Name tools with letters, digits and underscores, and begin with a letter.',
  limits: {
    pattern: 'what the whole name must match',
    of: '`tool` for the name as the server has it',
    rewritten: 'true where the client fixes the name itself',
  },
  sample: {
    limit: { pattern: '^[a-zA-Z0-9_-]{1,64}$' },
    bad: { ...GET_ORDER, name: 'orders.get' },
    good: { ...GET_ORDER, name: 'orders_get' },
  },
  check: ({ catalog, names }, { pattern, of }) => {
    const test = new RegExp(String(pattern));
    return eachTool({ catalog }, (tool, place) => {
      const own = ownValue(tool, 'name');
      // One that has no name is told by CLI-001.
      if (typeof own !== 'string') return undefined;
      const name = of === 'tool' ? own : (names[place]?.name ?? own);
      if (test.test(name)) return undefined;
      return {
        pointer: '/name',
        message: `the name ${JSON.stringify(clip(name, 100))} does not match ${pattern}`,
      };
    });
  },
};
