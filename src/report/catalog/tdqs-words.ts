/** How TDQS reports name things. */
import type {
  Dimension,
  Fix,
  JudgeBooks,
  ServerScore,
  Tier,
  ToolResult,
  ToolScore,
} from '../../types/tdqs.js';
import { safeClip } from '../text/safe-text.js';

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

/** `server 3.0 → 3.3 when it reaches 3`: what one tool is worth to the server. */
export function raisesText(server: ServerScore, raises: Advice['raises']): string {
  const now = scoreNow(server);
  if (!raises.some((raise) => scoreAfter(server, raise) > now))
    return `server ${now.toFixed(1)}, which this tool alone does not move`;
  const steps = raises.map((raise) => `${scoreAfter(server, raise).toFixed(1)} when it reaches ${raise.to}`);
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

/** `12 tools say nothing of when to use them: +0.4 for the server`. */
export function fixText({ fault: written, tools, gain }: Fix): string {
  const fault = written.replace(/\.$/, '');
  const who =
    tools.length === 1 ? `${safeClip(tools[0] ?? '', 40)} ${fault}` : `${tools.length} tools ${fault}`;
  const worth = gain > 0 ? `+${gain.toFixed(1)} for the server` : 'nothing for the server by itself';
  return `${tools.length === 0 ? safeClip(fault, 300) : who}: ${worth}`;
}

/** Whether one of the first faults says that this tool has to be worked on there. */
export function toldByFault(
  { fixes = [] }: ServerScore,
  faults: number,
): (tool: string, dimension: Dimension) => boolean {
  const shown = fixes.slice(0, faults);
  return (tool, dimension) => shown.some((fix) => fix.dimension === dimension && fix.tools.includes(tool));
}

/** `asked 5 times, 3 answers kept, 12,345 tokens, $0.0123`. */
export function booksText({
  provider,
  model,
  calls,
  kept,
  input_tokens,
  output_tokens,
  cost_usd,
}: JudgeBooks): string {
  const tokens =
    input_tokens === undefined ? 'tokens not known' : `${input_tokens + (output_tokens ?? 0)} tokens`;
  const cost = cost_usd === undefined ? 'price not known' : `$${cost_usd.toFixed(4)}`;
  return `${safeClip(`${provider} ${model}`, 80)}: ${calls} calls, ${kept} answers kept, ${tokens}, ${cost}`;
}

/** Every flag of a tool, those of the format first. */
export function flagsOf({ flags, serverFlags, ourFlags }: ToolScore): string[] {
  return [...flags, ...serverFlags, ...(ourFlags ?? [])];
}
