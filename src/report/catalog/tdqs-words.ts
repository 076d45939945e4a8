/** How TDQS reports name things. */
import type { Dimension, ServerScore, Tier, ToolResult, ToolScore } from '../../types/tdqs.js';

export const DIMENSION_LABELS: Readonly<Record<Dimension, string>> = {
  purpose_clarity: 'purpose',
  usage_guidelines: 'usage',
  behavioral_transparency: 'behaviour',
  parameter_semantics: 'parameters',
  conciseness_structure: 'conciseness',
  contextual_completeness: 'completeness',
};

type Advice = ServerScore['advice'][number];

export const DIMENSION_NAMES = Object.keys(DIMENSION_LABELS) as Dimension[];

export function isScored(tool: ToolResult): tool is ToolScore {
  return 'scores' in tool;
}

export function graded(score: number | undefined, tier: Tier | undefined): string {
  return score === undefined ? 'none' : `${score.toFixed(1)} ${tier}`;
}

export function kilobytes(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(Math.round(bytes / 100) / 10).toFixed(1)} kB`;
}

/** `description quality 3.0 → 3.3 at 3, 3.4 at 4`: what one tool is worth to the server. */
export function raisesText(server: ServerScore, raises: Advice['raises']): string {
  const now = scoreNow(server);
  if (!raises.some((raise) => scoreAfter(server, raise) > now))
    return `server ${now.toFixed(1)}, which this tool alone does not move`;
  const steps = raises.map((raise) => `${scoreAfter(server, raise).toFixed(1)} at ${raise.to}`);
  return `server ${now.toFixed(1)} → ${steps.join(', ')}`;
}

/** The first few repairs that move the server at all; where many tools are equally low, the first few of these. */
export function worthFixing(server: ServerScore, count: number): Advice[] {
  const now = scoreNow(server);
  const moving = server.advice.filter(({ raises }) =>
    raises.some((raise) => scoreAfter(server, raise) > now),
  );
  return (moving.length > 0 ? moving : server.advice).slice(0, count);
}

function scoreNow({ overallScore, descriptionQualityScore }: ServerScore): number {
  return overallScore ?? descriptionQualityScore ?? 0;
}

function scoreAfter(server: ServerScore, raise: Advice['raises'][number]): number {
  return (
    (server.overallScore === undefined ? undefined : raise.overallScore) ?? raise.descriptionQualityScore
  );
}

/** `usage 2 → 4, behaviour 3 → 5`. */
export function dimensionsText(changes: Partial<Record<Dimension, readonly [number, number]>>): string {
  return DIMENSION_NAMES.flatMap((dimension) => {
    const change = changes[dimension];
    return change === undefined ? [] : [`${DIMENSION_LABELS[dimension]} ${change.join(' → ')}`];
  }).join(', ');
}
