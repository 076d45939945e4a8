/** The server has more tools than the client takes. */
import type { CompatRule } from '../../types/compat.js';
import { numberOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli007: CompatRule = {
  id: 'CLI-007',
  name: 'too-many-tools',
  since: '0.1.0',
  triggers:
    'The server has more tools than the client takes. Of a limit that drops tools, those behind it are meant; any other is about the list.',
  rationale:
    'Limits on the number of tools are for all servers of a person together. A server that fills one alone leaves no room for others.',
  fix: 'Join tools that differ by one argument, or split the server so that people can choose.',
  limits: { max: 'how many tools there may be' },
  sample: {
    limit: { max: 1 },
    bad: {
      server: 'shop',
      tools: [GET_ORDER, { ...GET_ORDER, name: 'get_user' }],
    },
    good: GET_ORDER,
  },
  check: ({ catalog: { tools } }, { max, each }) => {
    const most = numberOf(max, Number.POSITIVE_INFINITY);
    if (tools.length <= most) return [];
    const message = `there are ${tools.length} tools, ${most} are allowed`;
    if (each !== true) return [{ pointer: '', message }];
    return tools.slice(most).map((_, at) => ({ tool: most + at, pointer: '', message }));
  },
};
