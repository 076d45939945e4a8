/** `mcptest tdqs stats` for a terminal and as Markdown. */
import { PUBLISHED } from '../../page/registry/published.js';
import type { RegistryStats } from '../../types/registry-stats.js';
import { plural } from '../../util/text.js';
import { pad } from '../text/columns.js';
import { code } from '../text/markdown-code.js';
import { painter } from '../text/paint.js';
import { safe } from '../text/safe-text.js';
import { statsTables, type Table } from './stats-tables.js';

export function statsText(stats: RegistryStats, { color }: { color: boolean }): string {
  const paint = painter(color);
  const parts = statsTables(stats).map((table) => `${paint('bold', table.title)}\n${aligned(table)}`);
  const by = `judged by ${safe(stats.judge)}, rubric ${safe(stats.rubric)}; published: ${PUBLISHED.name}, another judge`;
  return `${[headline(stats), ...parts, paint('dim', by)].join('\n\n')}\n`;
}

function headline({ counts }: RegistryStats): string {
  const { servers, tools, scored, definitions } = counts;
  return `${plural(servers, 'server')}, ${plural(tools, 'tool')}, ${scored.share}% of them scored; ${plural(definitions, 'definition')} with earlier captures`;
}

function aligned({ head, rows }: Table): string {
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  return [head, ...rows]
    .map((row) => {
      const cells = row.map((cell, at) =>
        at === 0 ? pad(cell, widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      );
      return `  ${cells.join('  ').trimEnd()}`;
    })
    .join('\n');
}

export function statsMarkdown(stats: RegistryStats): string {
  const parts = statsTables(stats).map(({ title, head, rows }) =>
    [
      `## ${title}`,
      '',
      `| ${head.join(' | ')} |`,
      `|---|${'---:|'.repeat(head.length - 1)}`,
      ...rows.map((row) => `| ${row.map((cell) => cell.trim()).join(' | ')} |`),
    ].join('\n'),
  );
  const by = `Judged by ${code(stats.judge, 80)}, rubric ${code(stats.rubric, 80)}, ${stats.made_at.slice(0, 10)}. Published: ${PUBLISHED.name}, ${PUBLISHED.definitions.toLocaleString('en')} definitions, another judge.`;
  return `${['# Figures of the registry', `${headline(stats)}.`, ...parts, by].join('\n\n')}\n`;
}
