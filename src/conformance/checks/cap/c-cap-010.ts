import { check } from '../../check.js';
import { judgeServed } from '../../judge/served.js';

export const cCap010 = check({
  id: 'C-CAP-010',
  title: 'a server with resources lists its templates',
  level: 'MAY',
  needs: 'resources',
  spec: 'server/resources#resource-templates',
  fix: 'Answer resources/templates/list, with an empty list where there is none.',
  run: async (world) => judgeServed((await world.list('templates')).pages[0]),
});
