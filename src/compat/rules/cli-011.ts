/** Two tools have the same name once the client has replaced characters and cut them. */
import type { CompatRule } from '../../types/compat.js';
import { clip } from '../../util/text.js';
import { eachTool, nameOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli011: CompatRule = {
  id: 'CLI-011',
  name: 'names-become-the-same',
  since: '0.1.0',
  triggers: 'Two tools have the same name once the client has replaced characters and cut them.',
  rationale:
    'get.order and get_order are two tools to the server and one to the client. Which of them is called is a matter of luck, or of order.',
  fix: 'Let names differ in their letters and digits, within their first 40 characters.',
  limits: {},
  sample: {
    limit: {},
    bad: {
      server: 'shop',
      tools: [GET_ORDER, { ...GET_ORDER, name: 'get.order' }],
    },
    good: {
      server: 'shop',
      tools: [GET_ORDER, { ...GET_ORDER, name: 'get_user' }],
    },
  },
  check: ({ catalog, names }) => {
    const first = new Map<string, number>();
    return eachTool({ catalog }, (tool, place) => {
      const name = names[place]?.full ?? nameOf(tool, place).replace(/[^a-zA-Z0-9_]/g, '_');
      const twin = first.get(name);
      if (twin === undefined) {
        first.set(name, place);
        return undefined;
      }
      const other = nameOf(catalog.tools[twin] as typeof tool, twin);
      return {
        pointer: '/name',
        message: `it becomes ${JSON.stringify(clip(name, 100))}, as does "${clip(other, 80)}"`,
      };
    });
  },
};
