/** `--reporter badge`: the verdict as a small SVG for a README. */
import type { RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import { badgeSvg } from './badge-svg.js';

const COLOURS: Record<RunEnvelope['verdict'], string> = {
  pass: '#2e7d32',
  fail: '#c62828',
  inconclusive: '#8a5a00',
};

export const badge: Reporter = ({ summary, verdict }) =>
  badgeSvg('mcptest', textOf(summary, verdict), COLOURS[verdict]);

function textOf(summary: RunEnvelope['summary'], verdict: RunEnvelope['verdict']): string {
  const judged = summary.total - summary.skipped;
  if (summary.failed > 0) return `${summary.failed} of ${judged} failed`;
  if (verdict === 'fail') return 'a gate failed';
  if (verdict === 'inconclusive') return 'not judged';
  return `${summary.passed} passed`;
}
