import { isObject } from '../../../util/plain.js';
import { broken, check, kept } from '../../check.js';
import { replyOf, whatCame } from '../../world.js';

export const cLife006 = check({
  id: 'C-LIFE-006',
  title: 'ping is answered with an empty result',
  level: 'MUST',
  until: '2025-11-25',
  spec: 'basic/utilities/ping',
  official: ['ping'],
  fix: 'Answer ping with an empty object.',
  async run(world) {
    const exchange = await world.talk.ask('ping');
    const { result } = replyOf(exchange);
    if (!isObject(result)) return broken(`the answer is ${whatCame(exchange)}`, exchange);
    const others = Object.keys(result).filter((key) => key !== '_meta');
    if (others.length > 0) return broken(`the result has ${others.join(', ')}`, exchange);
    return kept('it was', exchange);
  },
});
