/** Equals what was saved earlier under the target, or under a name. */
import { describeDifference, firstDifference } from './equal.js';
import { fail, inconclusive, pass } from './judgement.js';
import type { MatcherDef } from './types.js';

export { SnapshotBook } from './snapshot-book.js';

export const snapshot: MatcherDef = {
  name: 'snapshot',
  summary: 'Equals the saved value; `true` saves it under the target, a string under that name.',
  operand: (operand) =>
    operand === true || (typeof operand === 'string' && operand !== '') ? undefined : 'takes true or a name',
  describe: () => 'equals its snapshot',
  test(actual, operand, ctx) {
    if (ctx.snapshots === undefined)
      return inconclusive(`there are no snapshots here to judge ${ctx.path} by`);
    const place = ctx.step === undefined ? ctx.path : `${ctx.step}: ${ctx.path}`;
    const seen = ctx.snapshots.compare(ctx.test, typeof operand === 'string' ? operand : place, actual);
    switch (seen.status) {
      case 'same':
        return pass(ctx);
      case 'written':
      case 'updated':
        return { outcome: 'pass', message: `the snapshot of ${ctx.path} was ${seen.status}` };
      case 'missing':
        return fail(ctx, 'none is saved; run the test once outside CI and commit the snapshot file');
      case 'differs': {
        const difference = firstDifference(seen.saved, actual)!;
        return fail(ctx, `${describeDifference(difference)} (accept it with --update-snapshots)`);
      }
    }
  },
};
