/** `mcptest tdqs score` for a terminal: the table, what to fix first and why, and what changed. */
import type { Dimension, ServerScore, TdqsReport, Tier, ToolResult, ToolScore } from '../../types/tdqs.js';
import type { ServerChange, TdqsComparison } from '../../types/tdqs-comparison.js';
import { plural } from '../../util/text.js';
import { type Paint, painter } from '../text/paint.js';
import { safe, safeClip } from '../text/safe-text.js';
import {
  booksText,
  DIMENSION_LABELS,
  DIMENSION_NAMES,
  dimensionsText,
  fixText,
  flagsOf,
  graded,
  isScored,
  kilobytes,
  raisesText,
  toldByFault,
  worthFixing,
} from './tdqs-words.js';

const COLOURS = { A: 'green', B: 'green', C: 'yellow', D: 'red', F: 'red' } as const;
const FIXES = 3;
const NAME = 40;
const FAULTS = 5;

export interface TdqsView {
  report: TdqsReport;
  comparison?: TdqsComparison;
}

export function renderTdqs({ report, comparison }: TdqsView, options: { color: boolean }): string {
  const paint = painter(options.color);
  const parts = report.servers.map((server) => serverText(server, paint));
  if (comparison !== undefined) parts.push(comparisonText(comparison, paint));
  if (report.books !== undefined) parts.push(paint('dim', booksText(report.books)));
  parts.push(paint('dim', `judged by ${safe(report.judge)}, rubric ${safe(report.rubric)}`));
  return `${parts.join('\n\n')}\n`;
}

function serverText(server: ServerScore, paint: Paint): string {
  const tier = (text: string, letter: Tier | undefined): string =>
    letter === undefined ? text : paint(COLOURS[letter], text);
  const tokens = server.tokens === undefined ? '' : `, ${server.tokens} tokens`;
  const lines = [
    `${paint('bold', safeClip(server.name, 80))}  ${tier(graded(server.overallScore, server.overallTier), server.overallTier)}`,
    `  description quality ${graded(server.descriptionQualityScore, server.descriptionQualityTier)}, coherence ${graded(server.coherenceScore, server.coherenceTier)}, ${plural(server.toolCount, 'tool')}, ${kilobytes(server.definitionBytes)}${tokens}`,
    ...coherenceLines(server),
    '',
    ...tableOf(server.tools, tier),
  ];
  for (const { tool, cheaperTool, toolCost, cheaperCost } of server.shadowingRisks) {
    lines.push(
      `  shadowing risk: ${safeClip(tool, NAME)} (cost ${toolCost}) beside ${safeClip(cheaperTool, NAME)} (cost ${cheaperCost})`,
    );
  }
  lines.push(...adviceLines(server, paint), ...fixLines(server, paint));
  return lines.join('\n');
}

function coherenceLines(server: ServerScore): string[] {
  if (server.coherenceUnscored !== undefined)
    return [`  the set was not judged: ${safeClip(server.coherenceUnscored, 200)}`];
  const { disambiguation, namingConsistency, toolCountAppropriateness, completeness } = server;
  return [
    `  distinct ${disambiguation}, named ${namingConsistency}, number ${toolCountAppropriateness}, complete ${completeness}`,
  ];
}

const SHORT = DIMENSION_NAMES.map((dimension) => DIMENSION_LABELS[dimension].slice(0, 4));

function tableOf(
  tools: readonly ToolResult[],
  tier: (text: string, letter: Tier | undefined) => string,
): string[] {
  const width = Math.max(4, ...tools.slice(0, 10_000).map(({ name }) => safeClip(name, NAME).length));
  const counted = tools.some(({ tokens }) => tokens !== undefined);
  const head = `  ${'tool'.padEnd(width)}  tdqs   ${SHORT.map((label) => label.padStart(4)).join(' ')}    bytes${counted ? '  tokens' : ''}`;
  const rows = tools.map((tool) => {
    const name = safeClip(tool.name, NAME).padEnd(width);
    const bytes = String(tool.contextSignals.definitionBytes).padStart(9);
    const tokens = counted ? String(tool.tokens ?? '').padStart(8) : '';
    if (!isScored(tool)) return `  ${name}  unscored: ${safeClip(tool.unscored, 160)}`;
    const scores = DIMENSION_NAMES.map((dimension) => String(tool.scores[dimension]).padStart(4)).join(' ');
    const flags = flagsOf(tool);
    return `  ${name}  ${tier(`${tool.tdqs.toFixed(1)} ${tool.tier}`, tool.tier)}  ${scores}${bytes}${tokens}${flags.length > 0 ? `  ${flags.join(', ')}` : ''}`;
  });
  return [head, ...rows];
}

function adviceLines(server: ServerScore, paint: Paint): string[] {
  const first = worthFixing(server, FIXES);
  if (first.length === 0) return [];
  const byName = new Map(server.tools.filter(isScored).map((tool) => [tool.name, tool]));
  const lines = ['', paint('bold', '  what to fix next')];
  const isToldBelow = toldByFault(server, FAULTS);
  for (const { tool, work_on, raises } of first) {
    lines.push(`  ${safeClip(tool, NAME)}: ${raisesText(server, raises)}`);
    for (const dimension of work_on.filter((one) => !isToldBelow(tool, one)))
      lines.push(...reasonLines(byName.get(tool), dimension));
  }
  return lines;
}

function reasonLines(tool: ToolScore | undefined, dimension: Dimension): string[] {
  const why = tool?.justifications[dimension];
  if (why === undefined) return [];
  return [`    ${DIMENSION_LABELS[dimension]} ${why.score}  ${safeClip(why.justification, 300)}`];
}

/** Each fault once with all its tools: why it is one in the first of them, and what to write there. */
function fixLines(server: ServerScore, paint: Paint): string[] {
  const fixes = (server.fixes ?? []).slice(0, FAULTS);
  if (fixes.length === 0) return [];
  const byName = new Map(server.tools.filter(isScored).map((tool) => [tool.name, tool]));
  const lines = ['', paint('bold', '  by fault')];
  for (const fix of fixes) {
    lines.push(`  ${fixText(fix)}`);
    if (fix.dimension !== undefined)
      lines.push(...reasonLines(byName.get(fix.tools[0] ?? ''), fix.dimension));
    for (const { tool, text } of fix.sentences.slice(0, 1))
      lines.push(...text.split('\n').map((line) => `    ${safeClip(tool, NAME)}: ${safeClip(line, 300)}`));
  }
  return lines;
}

function comparisonText({ caution, servers }: TdqsComparison, paint: Paint): string {
  const lines = [paint('bold', 'compared with the base')];
  if (caution !== undefined) lines.push(`  ${paint('yellow', safeClip(caution, 300))}`);
  for (const server of servers) lines.push(...changeLines(server));
  return lines.join('\n');
}

function changeLines({ server, before, after, added, removed, changed }: ServerChange): string[] {
  const show = (score: number | undefined): string => score?.toFixed(1) ?? 'none';
  const lines = [`  ${safeClip(server, 80)}  ${show(before)} → ${show(after)}`];
  for (const { tool, before: old, after: now, dimensions } of changed) {
    lines.push(
      `    ${safeClip(tool, NAME)}  ${old.toFixed(1)} → ${now.toFixed(1)}  ${dimensionsText(dimensions)}`,
    );
  }
  for (const { tool, tdqs } of added) lines.push(`    ${safeClip(tool, NAME)}  new, ${tdqs.toFixed(1)}`);
  for (const { tool, tdqs } of removed)
    lines.push(`    ${safeClip(tool, NAME)}  gone, was ${tdqs.toFixed(1)}`);
  if (lines.length === 1) lines.push('    no tool changed its score');
  return lines;
}
