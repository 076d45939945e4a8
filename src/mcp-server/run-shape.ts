/** A run as the verbs hand it out: a verdict for each test, and failures as the agent reporter shows them. */
import { uncalledTools } from '../envelope/lent-servers.js';
import { type DataFailure, dataFailure } from '../report/agent-failures.js';
import { problems } from '../report/problems.js';
import { safeClip } from '../report/text/safe-text.js';
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { Progress } from '../types/events.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { outputUri, testSlugs } from './run-uris.js';
import type { VerbCall } from './verb.js';

const MAX_RESULTS = 500;
const MAX_FAILURES = 25;
const MAX_ALIKE = 100;

/** `summary` leaves out the tests that are not worth a word of their own: their number is there. */
export type RunDetail = 'summary' | 'full';

export function runShape(envelope: RunEnvelope, detail?: RunDetail): Record<string, unknown> {
  const { summary, results, run_id } = envelope;
  const failures = toldOnce(failuresOf(envelope));
  const rows = detail === 'summary' ? undefined : results;
  return omitUndefined({
    verdict: verdictOf(envelope),
    run_id,
    total: summary.total,
    passed: summary.passed,
    failed: summary.failed,
    inconclusive: summary.inconclusive,
    skipped: summary.skipped,
    results: rows?.slice(0, MAX_RESULTS).map(row),
    failures: failures.slice(0, MAX_FAILURES),
    failures_omitted: beyond(failures, MAX_FAILURES),
    results_omitted: rows && beyond(rows, MAX_RESULTS),
  });
}

/** A saved run, in short. */
export function runSummary(envelope: RunEnvelope): Record<string, unknown> {
  const { started_at, duration_ms, coverage, strength } = envelope;
  const uncovered = coverage && uncalledTools(coverage.tools);
  return omitUndefined({
    ...runShape(envelope, 'summary'),
    started_at,
    duration_ms,
    coverage:
      coverage && omitUndefined({ percent: coverage.percent, uncovered: uncovered?.slice(0, MAX_ALIKE) }),
    strength:
      strength && omitUndefined({ rate: strength.rate, killed: strength.killed, mutants: strength.mutants }),
  });
}

/** A run may fail though every test passed, by a floor or a threshold. */
function verdictOf({ exit_code, verdict }: RunEnvelope): string {
  if (exit_code === 0) return 'pass';
  return verdict === 'pass' ? 'fail' : verdict;
}

function beyond({ length }: unknown[], most: number): number | undefined {
  return length > most ? length - most : undefined;
}

function row({ name, verdict, duration_ms }: CaseResult) {
  return { name: safeClip(name, 200), verdict, duration_ms };
}

interface Failure extends Omit<DataFailure, 'clipped'> {
  /** Where the whole value is, when `actual` is a part of it. */
  full?: string;
  /** Other tests of which the same is to be said. */
  same?: string[];
}

/** The same order as that of the agent reporter, so that a failure reads the same wherever it is met. */
function failuresOf(envelope: RunEnvelope): Failure[] {
  const slugs = testSlugs(envelope.results);
  return problems(envelope).map((problem) => {
    const { clipped, repro, ...failure } = dataFailure(problem);
    const slug = problem.result && slugs.get(problem.result);
    const full = clipped && slug !== undefined ? outputUri(envelope.run_id, slug) : undefined;
    return omitUndefined({ ...failure, full, repro });
  });
}

/** What several tests died of is told once, with the names of the others. */
function toldOnce(failures: Failure[]): Failure[] {
  const told = new Map<string, Failure>();
  for (const failure of failures) {
    const { test, assert, actual, full } = failure;
    const key = JSON.stringify([assert, actual, full]);
    const first = told.get(key);
    if (first === undefined) told.set(key, failure);
    else if ((first.same?.length ?? 0) < MAX_ALIKE) first.same = [...(first.same ?? []), test];
  }
  return [...told.values()];
}

/** One step for each test that ends. */
export function runProgress(call: VerbCall): Progress {
  let done = 0;
  let total: number | undefined;
  return (event) => {
    if (event.type === 'run') total = event.ids.length;
    if (event.type !== 'case-end') return;
    done += 1;
    call.progress(done, total, `${safeClip(event.result.name, 100)}: ${event.result.verdict}`);
  };
}
