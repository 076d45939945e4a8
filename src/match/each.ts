/** Every item of an array passes a matcher. An empty array passes: there is no item that does not. */
import { notApplicable, pass } from './judgement.js';
import { mustBeMatcher } from './operand.js';
import type { Judgement, MatcherDef } from './types.js';

export const each: MatcherDef = {
  name: 'each',
  summary: 'Every item of the array passes the matcher; so does an empty array.',
  operand: mustBeMatcher,
  nested: (operand, visit) => visit(operand, []),
  describe: (operand, phrase) => `has only items of which each ${phrase(operand)}`,
  async test(actual, operand, ctx) {
    if (!Array.isArray(actual)) return notApplicable(ctx, actual, 'an array');
    let doubtful: Judgement | undefined;
    for (let i = 0; i < actual.length; i += 1) {
      const judged = await ctx.judge(operand, { found: true, value: actual[i] }, `${ctx.path}[${i}]`);
      if (judged.outcome === 'fail') return judged;
      if (judged.outcome === 'inconclusive') doubtful ??= judged;
    }
    return doubtful ?? pass(ctx);
  },
};
