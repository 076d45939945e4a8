/** The tool list has more pages than the client reads, or a cursor that is larger than it takes. */
import type { Catalog } from '../../types/catalog.js';
import type { CompatRule } from '../../types/compat.js';
import { numberOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli041: CompatRule = {
  id: 'CLI-041',
  name: 'too-many-pages',
  since: '0.1.0',
  triggers: 'The tool list has more pages than the client reads, or a cursor that is larger than it takes.',
  rationale:
    'Clients that follow pages stop somewhere, so that a list without an end does not hold them for ever.',
  fix: 'Send all tools in one page, or in a few; let a cursor be a few characters, and the last page have none.',
  limits: { pages: 'the most pages', cursor_bytes: 'the most bytes of a cursor' },
  sample: {
    limit: { pages: 2 },
    bad: {
      server: 'shop',
      paging: { pages: 3, cursor_bytes: 4 },
      tools: [GET_ORDER],
    },
    good: {
      server: 'shop',
      paging: { pages: 2, cursor_bytes: 4 },
      tools: [GET_ORDER],
    },
  },
  check: ({ catalog: { paging } }, { pages, cursor_bytes }) => {
    const message = paging && problemOf(paging, numberOf(pages, Infinity), numberOf(cursor_bytes, Infinity));
    return message === undefined ? [] : [{ pointer: '', message }];
  },
};

function problemOf(
  paging: NonNullable<Catalog['paging']>,
  mostPages: number,
  mostBytes: number,
): string | undefined {
  if (mostPages < Infinity && paging.broken === 'endless') return 'the pages of the tool list do not end';
  if (paging.pages > mostPages) return `the tool list has ${paging.pages} pages, ${mostPages} are read`;
  return paging.cursor_bytes > mostBytes
    ? `a cursor of the tool list has ${paging.cursor_bytes} bytes, ${mostBytes} are taken`
    : undefined;
}
