/** What an ingest took in, and a table of what it could not take as it was. */
import type { ImportReport, IngestProblem, IngestReport } from '../../types/registry.js';
import { plural } from '../../util/text.js';
import { cut, pad } from '../text/columns.js';
import { safe } from '../text/safe-text.js';

const SHOWN = 50;

export function ingestText(report: IngestReport): string {
  const { servers, tools, added, changed, unchanged, removed, carried, rejected, problems } = report;
  const lines = [
    `${plural(servers, 'server')}, ${plural(tools, 'tool')} (${report.driver})`,
    `${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed; ${carried} have a score already`,
  ];
  if (rejected > 0) lines.push(`${rejected} left out`);
  return `${[...lines, ...problemTable(problems)].join('\n')}\n`;
}

export function importText(report: ImportReport): string {
  const { servers, known_servers, tools, scores, rejected, problems, driver } = report;
  const lines = [
    `${plural(servers, 'new server')} with ${plural(tools, 'tool')}, ${plural(scores, 'score')} (${driver})`,
    `${plural(known_servers, 'server')} known before`,
  ];
  if (rejected > 0) lines.push(`${rejected} left out`);
  return `${[...lines, ...problemTable(problems)].join('\n')}\n`;
}

function problemTable(problems: readonly IngestProblem[]): string[] {
  if (problems.length === 0) return [];
  const rows = problems
    .slice(0, SHOWN)
    .map(({ source, server = '', tool = '', kind, message }) => [
      kind === 'rejected' ? 'left out' : 'note',
      cut(safe(source), 40),
      cut(safe(server), 30),
      cut(safe(tool), 30),
      safe(message),
    ]);
  const head = ['', 'source', 'server', 'tool', 'why'];
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, at) => pad(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const more = problems.length - SHOWN;
  return ['', ...lines, ...(more > 0 ? [`… and ${more} more; --format json has them`] : [])];
}
