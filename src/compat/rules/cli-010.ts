/** A name in which the client has to replace a character gets a hash at its end. */
import type { CompatRule } from '../../types/compat.js';
import { clip } from '../../util/text.js';
import { eachTool, nameOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli010: CompatRule = {
  id: 'CLI-010',
  name: 'name-gets-a-hash',
  since: '0.1.0',
  triggers: 'A name in which the client has to replace a character gets a hash at its end.',
  rationale:
    'The model sees eight digits that mean nothing, and rules that people wrote for the name no longer match.',
  fix: 'Name tools with letters, digits, _ and - only.',
  limits: {},
  sample: {
    limit: {},
    bad: { ...GET_ORDER, name: 'orders.get' },
    good: GET_ORDER,
  },
  check: ({ catalog, names }) =>
    eachTool({ catalog }, (tool, place) => {
      const presented = names[place];
      if (
        presented === undefined
          ? /^[\w-]+$/.test(nameOf(tool, place))
          : !(presented.changed && presented.hashed)
      )
        return undefined;
      return {
        pointer: '/name',
        message: `the model sees ${JSON.stringify(clip(presented?.name ?? nameOf(tool, place), 100))}`,
      };
    }),
};
