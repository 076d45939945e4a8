/** At least one matcher of a list passes. */
import { combineAny } from './judgement.js';
import { mustBeList } from './operand.js';
import type { Judgement, MatcherDef, Subject, TestContext } from './types.js';

async function judgeAll(operand: unknown, subject: Subject, ctx: TestContext): Promise<Judgement> {
  const judgements: Judgement[] = [];
  for (const matcher of operand as unknown[]) {
    judgements.push(await ctx.judge(matcher, subject, ctx.path));
  }
  return combineAny(judgements);
}

export const anyOf: MatcherDef = {
  name: 'any_of',
  summary: 'At least one matcher of the list passes.',
  operand: mustBeList,
  nested: (operand, visit) => (operand as unknown[]).map((matcher, i) => visit(matcher, [i])),
  describe: (operand, phrase) => (operand as unknown[]).map(phrase).join(' or '),
  test: (actual, operand, ctx) => judgeAll(operand, { found: true, value: actual }, ctx),
  absent: (operand, subject, ctx) => judgeAll(operand, subject, ctx),
};
