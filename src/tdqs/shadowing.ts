/**
 * Shadowing: a tool that takes far more to call than a sibling with the same job is the one a model
 * passes over. Costs name the candidates, a judge confirms the overlap; no flag changes a score.
 */
import type { ContextSignals, ShadowCandidate, ShadowClaim, ShadowingRisk } from '../types/tdqs.js';
import { compareText } from '../util/compare-text.js';

/** At most one pair for each dearer tool: with the dearest sibling that is still far cheaper. */
export function shadowCandidates(
  tools: readonly { name: string; signals: Pick<ContextSignals, 'invocationCost'> }[],
): ShadowCandidate[] {
  const byCost = tools
    .map(({ name, signals }) => ({ name, cost: signals.invocationCost }))
    .sort((a, b) => a.cost - b.cost || compareText(a.name, b.name));
  const found: ShadowCandidate[] = [];
  const taken = new Set<string>();
  let cheap = -1;
  for (const { name, cost } of byCost) {
    // Both conditions only loosen as the dearer tool gets dearer, so the mark never moves back.
    while (isFar(byCost[cheap + 1]?.cost, cost)) cheap += 1;
    const cheaper = firstOfCost(byCost, cheap);
    if (cheaper === undefined || cheaper.name === name || taken.has(name)) continue;
    taken.add(name);
    found.push({ tool: name, cheaperTool: cheaper.name, toolCost: cost, cheaperCost: cheaper.cost });
  }
  return found;
}

function isFar(cheap: number | undefined, dear: number): boolean {
  return cheap !== undefined && dear >= 2 * cheap && dear - cheap >= 4;
}

/** Of siblings that cost the same, the first by name, so that the choice does not hang on their order. */
function firstOfCost<T extends { cost: number }>(sorted: readonly T[], at: number): T | undefined {
  const cost = sorted[at]?.cost;
  if (cost === undefined) return undefined;
  let low = 0;
  let high = at;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.cost ?? cost) < cost) low = middle + 1;
    else high = middle;
  }
  return sorted[low];
}

/** Keeps what was asked about, the right way round, once for each tool; a judge may say anything. */
export function confirmed(
  claims: readonly ShadowClaim[],
  candidates: readonly ShadowCandidate[],
): ShadowingRisk[] {
  const asked = new Map(candidates.map((pair) => [JSON.stringify([pair.tool, pair.cheaperTool]), pair]));
  const risks = new Map<string, ShadowingRisk>();
  for (const { tool, cheaper_tool, reason } of claims) {
    const pair = asked.get(JSON.stringify([tool, cheaper_tool]));
    if (pair !== undefined && !risks.has(tool)) risks.set(tool, { ...pair, reason });
  }
  return [...risks.values()];
}
