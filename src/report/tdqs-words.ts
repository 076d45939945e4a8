/** How TDQS reports name things. */
import type { Dimension, ServerScore, Tier, ToolResult, ToolScore } from '../types/tdqs.js';

export const DIMENSION_LABELS: Readonly<Record<Dimension, string>> = {
  purpose_clarity: 'purpose',
  usage_guidelines: 'usage',
  behavioral_transparency: 'behaviour',
  parameter_semantics: 'parameters',
  conciseness_structure: 'conciseness',
  contextual_completeness: 'completeness',
};

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
export function raisesText(server: ServerScore, raises: ServerScore['advice'][number]['raises']): string {
  const whole = server.overallScore !== undefined;
  const from = whole ? server.overallScore! : (server.descriptionQualityScore ?? 0);
  const steps = raises.map(
    (raise) =>
      `${((whole ? raise.overallScore : undefined) ?? raise.descriptionQualityScore).toFixed(1)} at ${raise.to}`,
  );
  return `server ${from.toFixed(1)} → ${steps.join(', ')}`;
}
