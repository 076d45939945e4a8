/**
 * The opposite of a matcher. What is absent passes only where it could have been: when the parent is
 * there. A mistyped path, or a value for which the question makes no sense, is not a pass.
 */
import { isObject } from '../util/plain.js';
import { fail, inconclusive, pass } from './judgement.js';
import { mustBeMatcher } from './operand.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

export const not: MatcherDef = {
  name: 'not',
  summary: 'The matcher does not pass. An absent target passes only when its parent is there.',
  operand: mustBeMatcher,
  nested: (operand, visit) => visit(operand, []),
  describe: (operand, phrase) => negated(operand, phrase(operand)),
  async test(actual, operand, ctx) {
    const inner = await ctx.judge(operand, { found: true, value: actual }, ctx.path);
    if (inner.outcome === 'pass') return fail(ctx, `it is ${show(actual)}`);
    if (inner.outcome === 'inconclusive') return inner;
    if (inner.inapplicable) return inconclusive(`${inner.message}, so its opposite cannot be judged`);
    return pass(ctx);
  },
  async absent(operand, subject, ctx) {
    const inner = await ctx.judge(operand, subject, ctx.path);
    const reason = subject.found ? 'it is there' : subject.reason;
    if (inner.outcome === 'pass' || asksForAbsence(operand)) return fail(ctx, reason);
    if (!subject.found && subject.parentFound && inner.outcome === 'fail') return pass(ctx);
    return inconclusive(`cannot judge that ${ctx.path} ${ctx.phrase}: ${reason}`);
  },
};

/** Its opposite is that there is something, and there is not. */
function asksForAbsence(operand: unknown): boolean {
  return (
    operand === null || (isObject(operand) && operand.exact === null && Object.keys(operand).length === 1)
  );
}

/** `contains "x"` → `does not contain "x"`; what is made of several parts is negated as a whole. */
function negated(operand: unknown, phrase: string): string {
  const names = isObject(operand) ? Object.keys(operand) : [];
  if (names.length > 1 || names.some((name) => ['all_of', 'any_of', 'not'].includes(name))) {
    return `does not meet this: ${phrase}`;
  }
  const [verb = '', ...rest] = phrase.split(' ');
  return [verb === 'is' ? 'is not' : `does not ${infinitiveOf(verb)}`, ...rest].join(' ');
}

function infinitiveOf(verb: string): string {
  if (verb === 'has') return 'have';
  return verb === 'matches' ? 'match' : verb.replace(/s$/, '');
}
