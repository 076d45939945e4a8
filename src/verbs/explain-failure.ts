/** One test of a saved run, for whoever has to mend it: what was wanted, what came, what to look at. Pure. */

import type { CaseResult, Finding, RunEnvelope } from '../types/envelope.js';
import type { Check } from '../types/verdict.js';
import { didYouMean } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';
import { clip, oneLine } from '../util/text.js';

export interface Explanation extends Record<string, unknown> {
  run_id: string;
  test: string;
  verdict: string;
  file: string;
  line: number;
  checks: Pick<Check, 'target' | 'matcher' | 'expected' | 'actual' | 'outcome' | 'message'>[];
  calls: { tool: string; args: unknown; is_error?: boolean; duration_ms?: number; result?: unknown }[];
  notes: string[];
  findings: Finding[];
  repro: string;
  next: string[];
}

export function explainFailure(envelope: RunEnvelope, test: string): Explanation {
  const result = find(envelope, test);
  const failed = result.checks.filter(({ outcome }) => outcome !== 'pass');
  return {
    run_id: envelope.run_id,
    test: result.name,
    verdict: result.verdict,
    file: result.file,
    line: failed[0]?.line ?? result.line,
    checks: failed.map((check) => ({
      target: check.target,
      matcher: check.matcher,
      expected: check.expected,
      actual: check.actual,
      outcome: check.outcome,
      message: fullMessage(check),
    })),
    calls: (result.trace?.calls ?? []).map(({ tool, args, is_error, duration_ms, result: answer }) => ({
      tool,
      args,
      is_error,
      duration_ms,
      result: answer,
    })),
    notes: result.notes ?? [],
    findings: (envelope.findings ?? []).filter(
      ({ server, file }) => server === result.server && (file ?? result.file) === result.file,
    ),
    repro: result.repro,
    next: nextSteps(result, failed),
  };
}

function find({ results, run_id }: RunEnvelope, test: string): CaseResult {
  const alike = results.filter(({ name }) => name === test);
  if (alike.length > 1) {
    const [one, ...others] = alike.slice(0, 5).map(({ id, file }) => `${id} (${oneLine(clip(file, 100))})`);
    throw new McptestError({
      code: 'several-tests',
      message: `run ${run_id} has ${alike.length} tests of this name, in several suites`,
      hint: `Name one by its id: ${[one, ...others].join(', ')}.`,
    });
  }
  const found = alike[0] ?? results.find(({ id }) => id === test);
  if (found) return found;
  const near = didYouMean(
    test.slice(0, 200),
    results.slice(0, 500).map(({ name }) => name),
  );
  throw new McptestError({
    code: 'no-test',
    message: `run ${run_id} has no test ${JSON.stringify(clip(test, 100))}`,
    hint: near === undefined ? 'get_run names its tests.' : `did you mean ${JSON.stringify(oneLine(near))}?`,
  });
}

/** By what the runner saw, in the order in which it pays to look. */
function nextSteps(result: CaseResult, failed: Check[]): string[] {
  if (result.verdict === 'pass') return ['The test passed; there is nothing to fix.'];
  if (result.verdict === 'skipped')
    return [`The test was skipped: ${result.skip_reason ?? 'no reason given'}.`];
  const [first] = failed;
  const steps: string[] = [];
  const seen = new Set(failed.map(({ matcher }) => matcher));
  if (seen.has('connect'))
    steps.push('The server was not reached: get_doctor_report with refresh says at which step.');
  if (seen.has('alive'))
    steps.push('The server died during the call: fix the crash first, its stderr is in the message.');
  if (seen.has('deadline'))
    steps.push('The answer did not come in time: the tool hangs, or `request_timeout` is too short.');
  if (seen.has('authorised'))
    steps.push('The server refused the login: set the token that the message names.');
  if (seen.has('set')) steps.push('A capture is missing: fix the test that captures it first.');
  if (failed.some(({ target }) => target === 'duration_ms'))
    steps.push('The call was too slow: compare with earlier runs before raising `max_duration_ms`.');
  if (steps.length === 0 && first?.actual === undefined && first !== undefined)
    steps.push(
      `\`${oneLine(clip(first.target, 100))}\` does not exist in the answer: check the path, then the server.`,
    );
  if (steps.length === 0)
    steps.push(
      'Compare expected and actual: if the server is right, correct the test; otherwise fix the server.',
    );
  steps.push('Run the repro command after the change.');
  return steps;
}
