/** `mcptest tdqs score --format md`: for a pull request or a README. */
import type { ServerScore } from '../types/tdqs.js';
import type { ServerChange, TdqsComparison } from '../types/tdqs-comparison.js';
import { plural } from '../util/text.js';
import { safeClip } from './safe-text.js';
import type { TdqsView } from './tdqs-pretty.js';
import { DIMENSION_LABELS, DIMENSION_NAMES, graded, isScored, kilobytes, raisesText } from './tdqs-words.js';

export function renderTdqsMarkdown({ report, comparison }: TdqsView): string {
  const parts = report.servers.map(serverPart);
  if (comparison !== undefined) parts.push(comparisonPart(comparison));
  parts.push(`Judged by ${cell(report.judge, 80)}, rubric ${cell(report.rubric, 80)}.`);
  return `${parts.join('\n\n')}\n`;
}

function serverPart(server: ServerScore): string {
  const lines = [
    `## ${cell(server.name, 80)}: ${graded(server.overallScore, server.overallTier)}`,
    '',
    `Description quality ${graded(server.descriptionQualityScore, server.descriptionQualityTier)}, coherence ${graded(server.coherenceScore, server.coherenceTier)}; ${plural(server.toolCount, 'tool')}, ${kilobytes(server.definitionBytes)}.`,
    '',
    `| tool | TDQS | ${DIMENSION_NAMES.map((dimension) => DIMENSION_LABELS[dimension]).join(' | ')} | flags |`,
    `|---|---|${DIMENSION_NAMES.map(() => '---').join('|')}|---|`,
  ];
  for (const tool of server.tools) {
    const name = cell(tool.name, 80);
    if (!isScored(tool))
      lines.push(
        `| ${name} | unscored |${' |'.repeat(DIMENSION_NAMES.length)} ${cell(tool.unscored, 160)} |`,
      );
    else {
      const scores = DIMENSION_NAMES.map((dimension) =>
        tool.scores[dimension] < 3 ? `**${tool.scores[dimension]}**` : tool.scores[dimension],
      );
      lines.push(
        `| ${name} | ${graded(tool.tdqs, tool.tier)} | ${scores.join(' | ')} | ${[...tool.flags, ...tool.serverFlags].join(', ')} |`,
      );
    }
  }
  const next = server.advice.slice(0, 3);
  if (next.length > 0) lines.push('', 'What to fix next:');
  for (const { tool, work_on, raises } of next) {
    lines.push(
      `- ${cell(tool, 80)} (${work_on.map((dimension) => DIMENSION_LABELS[dimension]).join(', ')}): ${raisesText(server, raises)}`,
    );
  }
  return lines.join('\n');
}

function comparisonPart({ caution, servers }: TdqsComparison): string {
  return [
    '## Compared with the base',
    ...(caution === undefined ? [] : ['', cell(caution, 300)]),
    ...servers.flatMap(changePart),
  ].join('\n');
}

function changePart({ server, before, after, added, removed, changed }: ServerChange): string[] {
  const show = (score: number | undefined): string => score?.toFixed(1) ?? 'none';
  const lines = ['', `${cell(server, 80)}: ${show(before)} → ${show(after)}`, ''];
  for (const row of changed) lines.push(`- ${cell(row.tool, 80)}: ${show(row.before)} → ${show(row.after)}`);
  for (const { tool, tdqs } of added) lines.push(`- ${cell(tool, 80)}: new, ${show(tdqs)}`);
  for (const { tool, tdqs } of removed) lines.push(`- ${cell(tool, 80)}: gone, was ${show(tdqs)}`);
  if (lines.length === 3) lines.push('- no tool changed its score');
  return lines;
}

/** Text of a server that means nothing to Markdown or HTML. */
function cell(text: string, max: number): string {
  return safeClip(text, max).replace(/[\\`*_{}[\]<>()#+!|~&@]/g, (char) => `&#${char.charCodeAt(0)};`);
}
