import { check } from '../../check.js';
import { judgePages } from '../../judge/pages.js';

export const cList011 = check({
  id: 'C-LIST-011',
  title: 'the list of pages ends',
  level: 'SHOULD',
  spec: 'server/utilities/pagination#implementation-guidelines',
  fix: 'Leave `nextCursor` out on the last page, and never give the same cursor twice.',
  run: (world) => judgePages(world, ({ fault, method }) => fault && `${method}: ${fault}`, 'they do'),
});
