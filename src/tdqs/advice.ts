/**
 * Which tool to work on next: what the server's scores become when one tool is brought to 3, 4 or 5. The
 * worst tool weighs 40 %, so the best choice moves from tool to tool. Linear in the number of tools.
 */
import type { Advice, Dimension, ToolScore } from '../types/tdqs.js';
import { descriptionQuality, inTenths, overall, type Totals } from './arithmetic.js';
import { DIMENSIONS } from './dimensions.js';

const LEVELS = [30, 40, 50];

export interface AdviceInput {
  tools: readonly ToolScore[];
  totals: Totals;
  /** In tenths; absent when the set was not judged. */
  coherence?: number;
}

/** Tools with something to gain, the largest gain first. */
export function advise({ tools, totals, coherence }: AdviceInput): Advice[] {
  const lowest = [...tools].map(({ tdqs }) => inTenths(tdqs)).sort((a, b) => a - b);
  const [least = 0, second = Number.POSITIVE_INFINITY] = lowest;
  const rows = tools.flatMap((tool) => {
    const t = inTenths(tool.tdqs);
    const levels = LEVELS.filter((level) => level > t);
    if (levels.length === 0) return [];
    const otherMin = least === t ? second : least;
    const raised = (level: number) => ({
      n: totals.n,
      sum: totals.sum - t + level,
      min: Math.min(level, otherMin),
    });
    const row: Advice = {
      tool: tool.name,
      tdqs: tool.tdqs,
      work_on: weakest(tool),
      raises: levels.map((level) => {
        const quality = descriptionQuality(raised(level));
        const [to, descriptionQualityScore] = [level / 10, quality / 10];
        return coherence === undefined
          ? { to, descriptionQualityScore }
          : { to, descriptionQualityScore, overallScore: overall(quality, coherence) / 10 };
      }),
    };
    return [{ row, t }];
  });
  // The lower a tool is, the more the sum gains; the minimum only rises with the lowest.
  return rows.sort((a, b) => a.t - b.t).map(({ row }) => row);
}

function weakest(tool: ToolScore): Dimension[] {
  if (tool.smells.length > 0) return tool.smells;
  const least = Math.min(...DIMENSIONS.map((dimension) => tool.scores[dimension]));
  return DIMENSIONS.filter((dimension) => tool.scores[dimension] === least);
}
