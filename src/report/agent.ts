/**
 * `--reporter agent`: a run for a model that pays for each token. The first line is the verdict, then
 * come failures only, as many as the budget holds. Every line begins with one of six fixed words, and
 * nothing that a server says can begin a line.
 */
import type { RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import { plural } from '../util/text.js';
import { type AgentFailure, agentFailures } from './agent-failures.js';
import { milliseconds } from './text/safe-text.js';

export const agent: Reporter = (envelope, options) => {
  const failures = agentFailures(envelope);
  let report = verdictLine(envelope);
  let bytes = Buffer.byteLength(report);
  let shown = 0;
  for (const failure of failures) {
    const block = failureBlock(failure);
    const size = Buffer.byteLength(block);
    const left = failures.length - shown - 1;
    const needed = bytes + size + Buffer.byteLength(omittedLine(left));
    // The first failure always survives: a result that names none is of no use.
    if (shown > 0 && Math.ceil(needed / 4) > options.agent_budget) break;
    report += block;
    bytes += size;
    shown += 1;
  }
  return report + omittedLine(failures.length - shown);
};

function verdictLine({ summary, exit_code, duration_ms }: RunEnvelope): string {
  const { total, passed, failed, inconclusive, cached } = summary;
  const word = exit_code === 0 ? 'pass' : 'fail';
  const counts = `${failed} failed, ${inconclusive} inconclusive, ${cached} cached`;
  return `VERDICT ${word} ${passed}/${total} passed (${counts}, ${milliseconds(duration_ms)})\n`;
}

function failureBlock(failure: AgentFailure): string {
  const actual = failure.actual === undefined ? '' : `  actual: ${failure.actual}\n`;
  return `FAIL ${failure.test}\n  assert: ${failure.assert}\n${actual}  repro: ${failure.repro}\n`;
}

function omittedLine(count: number): string {
  if (count === 0) return '';
  return `OMITTED ${plural(count, 'more failure')} (raise the agent reporter token budget to see them)\n`;
}
