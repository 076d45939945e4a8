import { show } from '../../../util/text.js';
import { broken, check, kept, NotApplicable } from '../../check.js';
import { errorOf, replyOf } from '../../world.js';

export const cRes004 = check({
  id: 'C-RES-004',
  title: 'the error for a resource that does not exist has the code of the revision',
  level: 'SHOULD',
  needs: 'resources',
  spec: 'server/resources#error-handling',
  official: ['sep-2164-error-code'],
  fix: 'Use -32002; from 2026-07-28 on -32602.',
  async run(world) {
    const exchange = await world.unknownResource();
    replyOf(exchange);
    const error = errorOf(exchange);
    if (error === undefined) throw new NotApplicable('it was not refused');
    const wanted = world.era === 'modern' ? -32602 : -32002;
    if (error.code !== wanted) return broken(`the code is ${show(error.code)}, not ${wanted}`, exchange);
    return kept(`it is ${wanted}`, exchange);
  },
});
