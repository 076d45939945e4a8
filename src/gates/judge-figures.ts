/** Gates on the figures of a metric. A figure that could not be measured is never judged, and the check says why. */
import { asCheck } from '../match/evaluate.js';
import { judgeMatcher } from '../match/judge.js';
import { inconclusive } from '../match/judgement.js';
import type { MatchContext } from '../match/types.js';
import type { MetricResult } from '../types/metric.js';
import type { Assertion } from '../types/suite.js';
import type { Check } from '../types/verdict.js';

/** What was measured, and why the rest was not. */
export type Figures = Pick<MetricResult, 'figures' | 'absent'>;

export async function judgeFigures(
  gates: readonly Assertion[],
  measured: Figures,
  ctx: MatchContext,
): Promise<Check[]> {
  const checks: Check[] = [];
  for (const gate of gates) checks.push(await judgeFigure(gate, measured, ctx));
  return checks;
}

export async function judgeFigure(gate: Assertion, measured: Figures, ctx: MatchContext): Promise<Check> {
  const { target } = gate;
  if (!Object.hasOwn(measured.figures, target)) {
    const why =
      measured.absent && Object.hasOwn(measured.absent, target) ? measured.absent[target] : undefined;
    return asCheck(gate, inconclusive(`${target} was not measured: ${why ?? 'these runs do not give it'}`));
  }
  const subject = { found: true as const, value: measured.figures[target] };
  return asCheck(gate, await judgeMatcher(gate.matcher, subject, target, ctx), subject);
}
