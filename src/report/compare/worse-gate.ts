/** `--fail-on worse`: what the gate says, and its exit code. Green only where there was something to compare, and it was judged. */
import type { Comparison } from '../../envelope/compare.js';
import { worseThings } from '../../envelope/compare-words.js';
import type { Verdict } from '../../types/verdict.js';
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
  if (comparison.unjudged > 0)
    return {
      code: 3,
      lines: [
        `not judged: ${plural(comparison.unjudged, 'row')} of the base could not be judged this time. See why with mcptest report, and run again.`,
      ],
    };
  if (!hasJudgedPair(comparison))
    return {
      code: 3,
      lines: [
        'not judged: the two runs have no test in common that both judged. Compare runs of the same suites.',
      ],
    };
  return { code: 0, lines: [] };
}

function hasJudgedPair({ cases, groups, paired, counts }: Comparison): boolean {
  const isJudged = (verdict: Verdict | undefined) => verdict === 'pass' || verdict === 'fail';
  const pairs = [...cases, ...groups].filter(({ base, current }) => isJudged(base) && isJudged(current));
  // Groups in which nothing moved are only counted.
  const still = counts.same - cases.filter(({ change }) => change === 'same').length;
  return pairs.length > 0 || paired.length > 0 || still > 0;
}
