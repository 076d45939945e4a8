/** At least one item of an array passes a matcher. */
import { plural } from '../util/text.js';
import { fail, notApplicable, pass } from './judgement.js';
import { mustBeMatcher } from './operand.js';
import { show } from './show.js';
import type { Judgement, MatcherDef } from './types.js';

export const any: MatcherDef = {
  name: 'any',
  summary: 'At least one item of the array passes the matcher.',
  operand: mustBeMatcher,
  nested: (operand, visit) => visit(operand, []),
  describe: (operand, phrase) => `has an item that ${phrase(operand)}`,
  async test(actual, operand, ctx) {
    if (!Array.isArray(actual)) return notApplicable(ctx, actual, 'an array');
    let doubtful: Judgement | undefined;
    for (let i = 0; i < actual.length; i += 1) {
      const judged = await ctx.judge(operand, { found: true, value: actual[i] }, `${ctx.path}[${i}]`);
      if (judged.outcome === 'pass') return pass(ctx);
      if (judged.outcome === 'inconclusive') doubtful ??= judged;
    }
    return doubtful ?? fail(ctx, noneText(actual));
  },
};

function noneText(items: unknown[]): string {
  return items.length === 0
    ? 'it is empty'
    : `none of its ${plural(items.length, 'item')} does: ${show(items)}`;
}
