import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgePages } from '../../judge/pages.js';

export const cList013 = check({
  id: 'C-LIST-013',
  title: 'a cursor is text',
  level: 'MUST',
  spec: 'server/utilities/pagination#pagination-model',
  fix: 'Send `nextCursor` as text.',
  run: (world) =>
    judgePages(
      world,
      ({ cursors, method }) => {
        const wrong = cursors.find((cursor) => typeof cursor !== 'string');
        return wrong === undefined ? undefined : `${method} gave the cursor ${show(wrong)}`;
      },
      'it is',
    ),
});
