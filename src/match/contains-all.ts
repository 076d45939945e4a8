/** Every entry of a list is contained, as `contains` means it. */
import { containerFor, holds } from './containment.js';
import { fail, notApplicable, pass } from './judgement.js';
import { mustBeList } from './operand.js';
import { show } from './show.js';
import type { MatcherDef } from './types.js';

export const containsAll: MatcherDef = {
  name: 'contains_all',
  summary: 'Contains every entry of the list.',
  operand: mustBeList,
  describe: (operand) => `contains all of ${show(operand)}`,
  test(actual, operand, ctx) {
    for (const wanted of operand as unknown[]) {
      const held = holds(actual, wanted);
      if (held === undefined) return notApplicable(ctx, actual, containerFor(actual, wanted));
      if (!held) return fail(ctx, `${show(wanted)} is missing in ${show(actual)}`);
    }
    return pass(ctx);
  },
};
