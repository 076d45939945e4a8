/** `mcptest tdqs show` for a terminal: one server, or one tool. */
import { DIMENSION_LABELS, DIMENSIONS } from '../../page/registry/labels.js';
import type { ServerDocument, ToolDocument, ToolItem } from '../../types/registry-read.js';
import type { CoherenceDimension, Tier } from '../../types/tdqs.js';
import { plural } from '../../util/text.js';
import { pad, wrap } from '../text/columns.js';
import { type Paint, painter } from '../text/paint.js';
import { safeClip } from '../text/safe-text.js';

const COLOURS = { A: 'green', B: 'green', C: 'yellow', D: 'red', F: 'red' } as const;
const NAME = 40;

interface Style {
  color: boolean;
  width: number;
}

export function serverText(server: ServerDocument, tools: readonly ToolItem[], style: Style): string {
  const paint = painter(style.color);
  const lines = [
    `${paint('bold', safeClip(server.name, 120))}  ${graded(paint, server.overall, server.tier)}`,
    `  description quality ${score(server.description_quality)}, coherence ${score(server.coherence)}, mean ${score(server.mean_tdqs)}, worst ${score(server.min_tdqs)}`,
    `  ${plural(server.tool_count, 'tool')}, ${server.scored_tools} scored; version ${server.version}, last seen ${server.last_seen}`,
    ...coherenceLines(server, style),
    '',
    ...toolLines(tools, paint),
    '',
    paint('bold', '  history'),
    ...server.history.map(
      (one) =>
        `  ${String(one.version).padStart(6)}  ${one.captured_at.slice(0, 16)}  ${score(one.overall)}  ${plural(one.tool_count, 'tool')}, ${one.added} added, ${one.changed} changed, ${one.removed} removed`,
    ),
    '',
    paint('dim', `judged by ${safeClip(server.judge, 80)}, rubric ${safeClip(server.rubric, 80)}`),
  ];
  return `${lines.join('\n')}\n`;
}

export function toolText(tool: ToolDocument, style: Style): string {
  const paint = painter(style.color);
  const flags = [...tool.flags, ...tool.server_flags];
  const lines = [
    `${paint('bold', safeClip(tool.name, 120))} of ${safeClip(tool.server, 120)}  ${graded(paint, tool.tdqs, tool.tier)}`,
    `  ${tool.definition_bytes} bytes, hash ${tool.input_hash}${flags.length > 0 ? `; ${flags.map((flag) => safeClip(flag, 60)).join(', ')}` : ''}`,
  ];
  if (tool.unscored !== undefined) lines.push(`  not scored: ${safeClip(tool.unscored, 300)}`);
  if (tool.summary !== undefined) lines.push(...paragraph(tool.summary, style, 2));
  lines.push('');
  for (const name of tool.scores === undefined ? [] : DIMENSIONS) {
    const value = tool.scores?.[name] ?? 0;
    lines.push(`  ${paint(value < 3 ? 'yellow' : 'bold', `${DIMENSION_LABELS[name]} ${value}`)}`);
    lines.push(...paragraph(tool.justifications?.[name]?.justification ?? '', style, 4));
  }
  lines.push('', paint('bold', '  description'), ...paragraph(tool.description ?? 'none', style, 4));
  lines.push('', paint('bold', '  history'));
  for (const one of tool.history) {
    const until = one.until_version === undefined ? 'now' : `version ${one.until_version - 1}`;
    lines.push(`    version ${one.from_version} to ${until}  ${score(one.tdqs)} ${one.tier ?? ''}`.trimEnd());
  }
  lines.push('', paint('dim', `judged by ${safeClip(tool.judge, 80)}, rubric ${safeClip(tool.rubric, 80)}`));
  return `${lines.join('\n')}\n`;
}

const COHERENCE_LABELS: Record<CoherenceDimension, string> = {
  disambiguation: 'distinct',
  naming_consistency: 'named',
  tool_count_appropriateness: 'number',
  completeness: 'complete',
};

function coherenceLines(
  { dimensions, summary, unscored, shadowing_risks }: ServerDocument,
  style: Style,
): string[] {
  const lines: string[] = [];
  if (unscored !== undefined) lines.push(`  the set was not judged: ${safeClip(unscored, 200)}`);
  if (dimensions !== undefined) {
    const parts = Object.entries(COHERENCE_LABELS).map(
      ([name, label]) => `${label} ${dimensions[name as CoherenceDimension]}`,
    );
    lines.push(`  ${parts.join(', ')}`);
  }
  if (summary !== undefined) lines.push(...paragraph(summary, style, 2));
  for (const { tool, cheaperTool } of shadowing_risks)
    lines.push(`  shadowing risk: ${safeClip(tool, NAME)} beside ${safeClip(cheaperTool, NAME)}`);
  return lines;
}

function toolLines(tools: readonly ToolItem[], paint: Paint): string[] {
  const heads = DIMENSIONS.map((name) => DIMENSION_LABELS[name].slice(0, 4).toLowerCase());
  const rows = tools.map((tool) => {
    const scores = DIMENSIONS.map((name) => String(tool.scores?.[name] ?? '').padStart(4)).join(' ');
    const flags = tool.flags.length > 0 ? `  ${tool.flags.map((flag) => safeClip(flag, 60)).join(', ')}` : '';
    return `  ${pad(safeClip(tool.name, NAME), NAME)}  ${graded(paint, tool.tdqs, tool.tier)}  ${scores}${flags}`;
  });
  return [`  ${'tool'.padEnd(NAME)}  tdqs   ${heads.map((head) => head.padStart(4)).join(' ')}`, ...rows];
}

function paragraph(text: string, { width }: Style, indent: number): string[] {
  const space = ' '.repeat(indent);
  return wrap(safeClip(text, 2000), Math.max(40, width - indent), 40).map((line) => `${space}${line}`);
}

function score(value: number | undefined): string {
  return value === undefined ? 'none' : value.toFixed(1);
}

function graded(paint: Paint, value: number | undefined, tier: Tier | undefined): string {
  if (value === undefined || tier === undefined) return 'no score';
  return paint(COLOURS[tier], `${value.toFixed(1)} ${tier}`);
}
