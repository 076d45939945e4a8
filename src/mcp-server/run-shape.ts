/** A run as the verbs hand it out: a verdict for each test, and failures as the agent reporter shows them. */
import { agentFailures } from '../report/agent-failures.js';
import { problems } from '../report/problems.js';
import { safeClip } from '../report/text/safe-text.js';
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { Progress } from '../types/events.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { outputUri, testSlugs } from './run-uris.js';
import type { VerbCall } from './verb.js';

const MAX_RESULTS = 500;
const MAX_FAILURES = 25;

export function runShape(envelope: RunEnvelope): Record<string, unknown> {
  const { summary, results, run_id } = envelope;
  const failures = failuresOf(envelope);
  return omitUndefined({
    verdict: verdictOf(envelope),
    run_id,
    total: summary.total,
    passed: summary.passed,
    failed: summary.failed,
    inconclusive: summary.inconclusive,
    results: results.slice(0, MAX_RESULTS).map(row),
    failures: failures.slice(0, MAX_FAILURES),
    failures_omitted: beyond(failures, MAX_FAILURES),
    results_omitted: beyond(results, MAX_RESULTS),
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

/** The same order as that of the agent reporter, so that a failure reads the same wherever it is met. */
function failuresOf(envelope: RunEnvelope): Record<string, unknown>[] {
  const found = problems(envelope);
  const slugs = testSlugs(envelope.results);
  return agentFailures(envelope).map(({ clipped, ...failure }, at) => {
    const result = found[at]?.result;
    const slug = result && slugs.get(result);
    if (!clipped || slug === undefined) return failure;
    const { repro, ...rest } = failure;
    return { ...rest, full: outputUri(envelope.run_id, slug), repro };
  });
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
