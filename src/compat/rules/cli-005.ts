/** A tool that stands behind the first page of the tool list. */
import type { CompatRule } from '../../types/compat.js';
import { plural } from '../../util/text.js';
import { eachTool } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli005: CompatRule = {
  id: 'CLI-005',
  name: 'second-page',
  since: '0.1.0',
  triggers: 'A tool that comes after the first page of the tool list.',
  rationale:
    'A server may send its tools in pages, and many frameworks do from 15, 30 or 50 on. A client that never asks for the second page has no idea that there is one.',
  fix: 'Send all tools in one page: raise the page size of the server to more than the number of its tools.',
  limits: {},
  sample: {
    bad: {
      server: 'shop',
      first_page: 1,
      tools: [GET_ORDER, { ...GET_ORDER, name: 'get_user' }],
    },
    good: {
      server: 'shop',
      tools: [GET_ORDER, { ...GET_ORDER, name: 'get_user' }],
    },
  },
  check: ({ catalog }) =>
    eachTool({ catalog }, (_tool, place) =>
      catalog.first_page !== undefined && place >= catalog.first_page
        ? { message: `it comes after the first page, which has ${plural(catalog.first_page, 'tool')}` }
        : undefined,
    ),
};
