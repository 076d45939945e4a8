import { show } from '../../../util/text.js';
import { broken, check, kept, NotApplicable } from '../../check.js';
import { callsToJudge } from '../../learn/calls.js';
import { errorOf, whatCame } from '../../world.js';

const CALL_MS = 2000;

export const cCall013 = check({
  id: 'C-CALL-013',
  title: 'arguments may be left out if none is required',
  level: 'SHOULD',
  needs: 'tools',
  spec: 'server/tools#calling-tools',
  fix: 'Take a call without `arguments` for one with an empty object.',
  async run(world) {
    const bare = (await callsToJudge(world)).find(
      (call) => Object.keys(call.args).length === 0 && call.exchange.reply?.result !== undefined,
    );
    if (bare === undefined) throw new NotApplicable('every tool that was called needs arguments');
    const exchange = await world.talk.ask('tools/call', { name: bare.tool.name }, { timeoutMs: CALL_MS });
    const before = isErrorResult(bare.exchange.reply?.result);
    const refused = errorOf(exchange) !== undefined || (!before && isErrorResult(exchange.reply?.result));
    if (refused)
      return broken(`${show(bare.tool.name)} was refused without them: ${whatCame(exchange)}`, exchange);
    return kept('they may', exchange);
  },
});

function isErrorResult(result: unknown): boolean {
  return (result as { isError?: unknown } | undefined)?.isError === true;
}
