import { check, NotApplicable } from '../../check.js';
import { LIST_NAMES } from '../../judge/pages.js';
import { judgeRefusal } from '../../judge/refusal.js';

export const cList012 = check({
  id: 'C-LIST-012',
  title: 'an unknown cursor is refused with -32602',
  level: 'SHOULD',
  spec: 'server/utilities/pagination#error-handling',
  fix: 'Answer cursors that you do not know with error -32602.',
  async run(world) {
    for (const name of LIST_NAMES.filter((one) => world.has(one))) {
      const { cursors, method } = await world.list(name);
      if (cursors.length === 0) continue;
      return judgeRefusal(await world.talk.ask(method, { cursor: 'mcptest-no-such-cursor' }), {
        codes: [-32602],
      });
    }
    throw new NotApplicable('no list has more than one page');
  },
});
