/**
 * `--reporter agent`: a run for a model that pays for each token. The first line is the verdict, then come failures
 * only, as many as the budget holds, and what the tests would not notice where that was measured. Every line begins
 * with a fixed word, and nothing that a server says can begin a line.
 */
import type { RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import { plural } from '../util/text.js';
import { type AgentFailure, agentFailures } from './agent-failures.js';
import { judgeTexts } from './counts.js';
import { countSurvivors, strengthHead, survivorBlocks } from './strength/agent-strength.js';
import { milliseconds } from './text/safe-text.js';

export const agent: Reporter = (envelope, options) => {
  const { strength } = envelope;
  const most = options.agent_budget * 4;
  const head = strength === undefined ? '' : strengthHead(strength);
  const failures = agentFailures(envelope).map((failure) => ({ text: failureBlock(failure), count: 1 }));
  // The first failure always survives: a result that names none is of no use.
  const report = asManyAsFit(verdictLine(envelope) + judgeLines(envelope), failures, {
    most: most - Buffer.byteLength(head),
    always: 1,
    all: failures.length,
    omitted: (count) =>
      `OMITTED ${plural(count, 'more failure')} (raise the agent reporter token budget to see them)\n`,
  });
  if (strength === undefined) return report;
  return asManyAsFit(report + head, survivorBlocks(strength), {
    most,
    always: 0,
    all: countSurvivors(strength),
    omitted: (count) => `OMITTED ${plural(count, 'more survivor')} (mcptest mutate --run latest)\n`,
  });
};

interface Block {
  text: string;
  /** How many of the things that are counted it tells of. */
  count: number;
}

interface Room {
  /** Bytes. */
  most: number;
  /** How many blocks are written however little room there is. */
  always: number;
  /** How many things there are to tell of. */
  all: number;
  omitted(count: number): string;
}

function asManyAsFit(before: string, blocks: Block[], { most, always, all, omitted }: Room): string {
  const ending = (untold: number): string => (untold === 0 ? '' : omitted(untold));
  let report = before;
  let bytes = Buffer.byteLength(report);
  let left = all;
  for (const [at, { text, count }] of blocks.entries()) {
    const size = Buffer.byteLength(text);
    if (at >= always && bytes + size + Buffer.byteLength(ending(left - count)) > most) break;
    report += text;
    bytes += size;
    left -= count;
  }
  return report + ending(left);
}

/** A verdict that rests on a judge says how far that judge can be trusted. */
function judgeLines(envelope: RunEnvelope): string {
  return judgeTexts(envelope)
    .map((text) => `JUDGE ${text}\n`)
    .join('');
}

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
