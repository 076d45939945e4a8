/** A page of the tool list gives a cursor that came before. */
import type { CompatRule } from '../../types/compat.js';
import { GET_ORDER } from './sample-tool.js';

export const cli040: CompatRule = {
  id: 'CLI-040',
  name: 'cursor-repeats',
  since: '0.1.0',
  triggers: 'A page of the tool list gives a cursor that came before.',
  rationale:
    'A client that follows such cursors would go round for ever. Those that notice fail the list, and none of its tools is there.',
  fix: 'Give each page a `nextCursor` of its own, and the last one none.',
  limits: {},
  sample: {
    bad: {
      server: 'shop',
      paging: { pages: 2, cursor_bytes: 4, broken: 'repeats' },
      tools: [GET_ORDER],
    },
    good: {
      server: 'shop',
      paging: { pages: 2, cursor_bytes: 4 },
      tools: [GET_ORDER],
    },
  },
  check: ({ catalog: { paging } }) =>
    paging?.broken === 'repeats'
      ? [{ pointer: '', message: `page ${paging.pages} of the tool list gives a cursor that came before` }]
      : [],
};
