import { broken, check, kept, NotApplicable } from '../../check.js';
import { wrongArguments } from '../../learn/wrong-arguments.js';
import { errorOf, replyOf, whatCame } from '../../world.js';

export const cCall009 = check({
  id: 'C-CALL-009',
  title: 'arguments that do not fit the schema are refused in a result that the model reads',
  level: 'SHOULD',
  since: '2025-11-25',
  needs: 'tools',
  spec: 'server/tools#error-handling',
  fix: 'Answer with `isError: true` and say what is wrong: a model can fix its call then.',
  async run(world) {
    const exchange = await wrongArguments(world);
    const { result } = replyOf(exchange) as { result?: { isError?: unknown } };
    if (errorOf(exchange) !== undefined)
      return broken(`they are refused with ${whatCame(exchange)}`, exchange);
    if (result?.isError !== true) throw new NotApplicable('they are not refused');
    return kept('they are', exchange);
  },
});
