/** One row of the report: attempts, retries and repetitions of a test → its result. */
import { verdictOf } from '../gates/verdict.js';
import type { CaseResult, EarlierAttempt } from '../types/envelope.js';
import type { PlannedCase } from '../types/plan.js';
import type { Reason, Verdict } from '../types/verdict.js';
import { type Attempt, type AttemptContext, attempt } from './attempt.js';

export async function runCase(
  planned: PlannedCase,
  retries: number,
  context: AttemptContext,
): Promise<CaseResult> {
  let last: Attempt;
  let verdict: Verdict;
  const earlier: EarlierAttempt[] = [];
  for (;;) {
    last = await repeated(planned, { ...context, parents: context.parentsOf?.(planned.id, earlier.length) });
    verdict = verdictOf(last.checks);
    if (verdict !== 'fail' || context.signal?.aborted || earlier.length >= retries) break;
    earlier.push({ verdict, ...recordOf(last) });
  }
  return {
    ...rowOf(planned),
    verdict,
    flaky: verdict === 'pass' && earlier.length > 0,
    ...(earlier.length > 0 && { attempts: earlier.length + 1, earlier_attempts: earlier }),
    figures: last.figures,
    ...(last.replies.length > 0 && { replies: last.replies }),
    ...(last.judge && { judge: last.judge }),
    ...recordOf(last),
  };
}

function recordOf({
  duration_ms,
  checks,
  notes,
  calls,
  judgements,
}: Attempt): Omit<EarlierAttempt, 'verdict'> {
  return {
    duration_ms: Math.round(duration_ms),
    checks,
    ...(notes.length > 0 && { notes: [...new Set(notes)] }),
    ...(calls.length + judgements.length > 0 && {
      trace: { calls, ...(judgements.length > 0 && { judgements }) },
    }),
  };
}

async function oneAttempt({ test, tmp }: PlannedCase, context: AttemptContext): Promise<Attempt> {
  const { around } = context;
  if (tmp !== undefined) await (await import('./fresh-folder.js')).freshFolder(tmp);
  if (around === undefined) return attempt(test, context);
  try {
    const problem = await around.before();
    if (problem === undefined) return await attempt(test, context);
    return {
      checks: [problem],
      notes: [],
      calls: [],
      replies: [],
      judgements: [],
      figures: {},
      duration_ms: 0,
    };
  } finally {
    await around.after();
  }
}

/** `repeat: n` does the whole test n times; the first repetition that does not pass is the result. */
async function repeated(planned: PlannedCase, context: AttemptContext): Promise<Attempt> {
  const { test } = planned;
  let last = await oneAttempt(planned, context);
  for (let n = 2; n <= test.repeat && verdictOf(last.checks) === 'pass'; n++) {
    last = await oneAttempt(planned, context);
    last.checks = last.checks.map((check) =>
      check.outcome === 'pass'
        ? check
        : { ...check, message: `repetition ${n} of ${test.repeat}: ${check.message}` },
    );
  }
  return last;
}

/** `bail`: shared by all suites of a run with `--bail`; else each suite has its own. */
export interface StopSign {
  bails: boolean;
  /** The test that was the last to be started. */
  after?: string;
}

export function stopAfter(stop: StopSign, { name, verdict }: { name: string; verdict: Verdict }): void {
  if (stop.bails && (verdict === 'fail' || verdict === 'inconclusive')) stop.after ??= name;
}

/** A case that did not run, and why. */
export function skippedCase(planned: PlannedCase, reason: string): CaseResult {
  return { ...rowOf(planned), verdict: 'skipped', skip_reason: reason, checks: [], figures: {} };
}

/** A case that could not be judged, for a reason outside the test itself. */
export function unjudgedCase(planned: PlannedCase, where: string, reason: Reason): CaseResult {
  return {
    ...rowOf(planned),
    verdict: 'inconclusive',
    checks: [{ target: where, matcher: 'ready', outcome: 'inconclusive', ...reason }],
    figures: {},
  };
}

function rowOf(planned: PlannedCase) {
  const { test, suite } = planned;
  return {
    id: planned.id,
    name: planned.name,
    test: test.name,
    ...(test.case && { case: test.case }),
    kind: test.kind,
    server: test.server,
    verdict: 'inconclusive' as Verdict,
    flaky: false,
    duration_ms: 0,
    file: suite.display_file,
    line: test.place.line,
    tags: test.tags,
    checks: [],
    figures: {},
    repro: planned.repro,
  };
}
