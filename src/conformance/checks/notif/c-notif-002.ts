import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cNotif002 = check({
  id: 'C-NOTIF-002',
  title: 'changes of lists are announced only if that is declared',
  level: 'SHOULD',
  spec: {
    legacy: 'basic/lifecycle#capability-negotiation',
    modern: 'server/tools#list-changed-notification',
  },
  fix: 'Declare `listChanged` for the lists whose changes you tell.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'notifications',
      where: ({ message }) => String(message.method).endsWith('/list_changed'),
      wrong: ({ message }) => {
        const name = String(message.method).split('/')[1] ?? '';
        return world.has(`${name}.listChanged`) ? undefined : `\`${name}.listChanged\` is not declared`;
      },
      good: 'they are',
      none: 'the server announced no change of a list',
    }),
});
