/** `--fail-on worse`: what the gate says, and its exit code. Green only where there was something to compare, and it was judged. */
import type { Comparison } from '../../envelope/compare.js';
import { worseThings } from '../../envelope/compare-words.js';
import { plural } from '../../util/text.js';
import { safeClip } from '../text/safe-text.js';

const MOST = 10;

export function worseGate(comparison: Comparison): { code: 0 | 1 | 3; lines: string[] } {
  const { base: before, current: after } = comparison;
  if (before.run_id === after.run_id)
    return { code: 3, lines: [`not judged: both are the run ${after.run_id}. Compare with an earlier one.`] };
  const worse = worseThings(comparison).map((line) => `worse: ${safeClip(line, 300)}`);
  if (worse.length > MOST) worse.splice(MOST, worse.length, `and ${worse.length - MOST} more`);
  if (worse.length > 0) return { code: 1, lines: worse };
  const { cases, groups, unjudged } = comparison;
  const paired = [...cases, ...groups].some(
    ({ base, current }) => base !== undefined && current !== undefined,
  );
  if (!paired && comparison.paired.length === 0 && comparison.counts.same === 0)
    return {
      code: 3,
      lines: ['not judged: the two runs have no test in common. Compare runs of the same suites.'],
    };
  if (unjudged > 0)
    return {
      code: 3,
      lines: [
        `not judged: ${plural(unjudged, 'row')} of the base could not be judged this time. See why with mcptest report, and run again.`,
      ],
    };
  return { code: 0, lines: [] };
}
