import { broken, check, kept } from '../../check.js';
import { errorOf, replyOf } from '../../world.js';

export const cRes003 = check({
  id: 'C-RES-003',
  title: 'a resource that does not exist is refused with an error',
  level: 'SHOULD',
  needs: 'resources',
  spec: 'server/resources#error-handling',
  official: ['sep-2164-no-empty-contents'],
  fix: 'Answer with an error, not with empty contents.',
  async run(world) {
    const exchange = await world.unknownResource();
    replyOf(exchange);
    if (errorOf(exchange) === undefined) return broken('it was answered with a result', exchange);
    return kept('it was', exchange);
  },
});
