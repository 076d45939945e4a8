/** A run as the verbs hand it out: a verdict for each test, and failures as the agent reporter shows them. */
import { agentFailures } from '../report/agent-failures.js';
import { problems } from '../report/problems.js';
import { safeClip } from '../report/safe-text.js';
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { Progress } from '../types/events.js';
import { outputUri, testSlugs } from './run-uris.js';
import type { Call } from './verb.js';

const MAX_RESULTS = 500;
const MAX_FAILURES = 25;

export function runShape(envelope: RunEnvelope): Record<string, unknown> {
  const { summary, results, run_id } = envelope;
  const verdict = envelope.exit_code === 0 ? 'pass' : envelope.verdict === 'pass' ? 'fail' : envelope.verdict;
  const failures = failuresOf(envelope);
  return {
    verdict,
    run_id,
    total: summary.total,
    passed: summary.passed,
    failed: summary.failed,
    inconclusive: summary.inconclusive,
    results: results.slice(0, MAX_RESULTS).map(row),
    failures: failures.slice(0, MAX_FAILURES),
    ...(failures.length > MAX_FAILURES && { failures_omitted: failures.length - MAX_FAILURES }),
    ...(results.length > MAX_RESULTS && { results_omitted: results.length - MAX_RESULTS }),
  };
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
export function runProgress(call: Call): Progress {
  let done = 0;
  let total: number | undefined;
  return (event) => {
    if (event.type === 'run') total = event.ids.length;
    if (event.type !== 'case-end') return;
    done += 1;
    call.progress(done, total, `${safeClip(event.result.name, 100)}: ${event.result.verdict}`);
  };
}
