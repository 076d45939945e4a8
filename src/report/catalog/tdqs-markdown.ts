/** `mcptest tdqs score --format md`: for a pull request or a README. */
import type { ServerScore } from '../../types/tdqs.js';
import type { ServerChange, TdqsComparison } from '../../types/tdqs-comparison.js';
import { plural } from '../../util/text.js';
import { safeClip } from '../text/safe-text.js';
import type { TdqsView } from './tdqs-pretty.js';
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

const FAULTS = 5;

export function renderTdqsMarkdown({ report, comparison }: TdqsView): string {
  // In a pull request what changed is what is read.
  const parts = comparison === undefined ? [] : [comparisonPart(comparison)];
  parts.push(...report.servers.map(serverPart));
  if (report.books !== undefined) parts.push(cell(booksText(report.books), 200));
  parts.push(`Judged by ${cell(report.judge, 80)}, rubric ${cell(report.rubric, 80)}.`);
  return `${parts.join('\n\n')}\n`;
}

function serverPart(server: ServerScore): string {
  const counted = server.tokens !== undefined;
  const lines = [
    `## ${cell(server.name, 80)}: ${graded(server.overallScore, server.overallTier)}`,
    '',
    `Description quality ${graded(server.descriptionQualityScore, server.descriptionQualityTier)}, coherence ${graded(server.coherenceScore, server.coherenceTier)}; ${plural(server.toolCount, 'tool')}, ${kilobytes(server.definitionBytes)}${counted ? `, ${server.tokens} tokens` : ''}.`,
    '',
    `| tool | TDQS | ${DIMENSION_NAMES.map((dimension) => DIMENSION_LABELS[dimension]).join(' | ')} | bytes | ${counted ? 'tokens | ' : ''}flags |`,
    `|---|---|${'---|'.repeat(DIMENSION_NAMES.length + (counted ? 3 : 2))}`,
  ];
  for (const tool of server.tools) {
    const name = cell(tool.name, 80);
    const { definitionBytes } = tool.contextSignals;
    const size = counted ? `${definitionBytes} | ${tool.tokens ?? ''}` : String(definitionBytes);
    if (!isScored(tool))
      lines.push(
        `| ${name} | unscored |${' |'.repeat(DIMENSION_NAMES.length)} ${size} | ${cell(tool.unscored, 160)} |`,
      );
    else {
      const scores = DIMENSION_NAMES.map((dimension) =>
        tool.scores[dimension] < 3 ? `**${tool.scores[dimension]}**` : tool.scores[dimension],
      );
      lines.push(
        `| ${name} | ${graded(tool.tdqs, tool.tier)} | ${scores.join(' | ')} | ${size} | ${flagsOf(tool).join(', ')} |`,
      );
    }
  }
  const next = worthFixing(server, 3);
  if (next.length > 0) lines.push('', 'What to fix next:');
  const isToldBelow = toldByFault(server, FAULTS);
  for (const { tool, work_on, raises } of next) {
    const open = work_on.filter((one) => !isToldBelow(tool, one)).map((one) => DIMENSION_LABELS[one]);
    const what = open.length === 0 ? '' : ` (${open.join(', ')})`;
    lines.push(`- ${cell(tool, 80)}${what}: ${raisesText(server, raises)}`);
  }
  const fixes = (server.fixes ?? []).slice(0, FAULTS);
  if (fixes.length > 0) lines.push('', 'By fault:');
  for (const fix of fixes) {
    lines.push(`- ${cell(fixText(fix), 400)}`);
    for (const { tool, text } of fix.sentences.slice(0, 1))
      lines.push(`  - ${cell(`${tool}: ${text}`, 500)}`);
  }
  return lines.join('\n');
}

function comparisonPart({ caution, servers }: TdqsComparison): string {
  const lines = ['## Compared with the base'];
  if (caution !== undefined) lines.push('', cell(caution, 300));
  return [...lines, ...servers.flatMap(changePart)].join('\n');
}

function changePart({ server, before, after, added, removed, changed }: ServerChange): string[] {
  const show = (score: number | undefined): string => score?.toFixed(1) ?? 'none';
  const lines = ['', `${cell(server, 80)}: ${show(before)} → ${show(after)}`, ''];
  for (const { tool, before: old, after: now, dimensions } of changed) {
    const parts = dimensionsText(dimensions);
    lines.push(`- ${cell(tool, 80)}: ${show(old)} → ${show(now)}${parts === '' ? '' : ` (${parts})`}`);
  }
  for (const { tool, tdqs } of added) lines.push(`- ${cell(tool, 80)}: new, ${show(tdqs)}`);
  for (const { tool, tdqs } of removed) lines.push(`- ${cell(tool, 80)}: gone, was ${show(tdqs)}`);
  if (lines.length === 3) lines.push('- no tool changed its score');
  return lines;
}

/** Text of a server that means nothing to Markdown or HTML. */
function cell(text: string, max: number): string {
  return safeClip(text, max).replace(/[\\`*_{}[\]<>()#+!|~&@]/g, (char) => `&#${char.charCodeAt(0)};`);
}
