/** `--format md`: the matrix, and what to fix. */
import type { CompatReport } from '../../types/compat.js';
import { code } from '../text/markdown-code.js';
import {
  type CompatFormat,
  counts,
  culpritOf,
  evidenceOf,
  factsLine,
  faultsOf,
  headline,
  isAllMaybe,
  nameLine,
  toolCounts,
} from './view.js';

const NAMED = 10;

export const compatMarkdown: CompatFormat = (report) => {
  const faults = faultsOf(report);
  const rows = faults.map(({ rule, verdict, maybe, tools, clients, first, fix, takes_all }) => {
    const named = tools
      .slice(0, NAMED)
      .map((tool) => code(tool, 80))
      .join(', ');
    const more = tools.length > NAMED ? ` and ${tools.length - NAMED} more` : '';
    const whom = clients.map(({ client }) => client).join(', ');
    const what = `${code(first.message, 300)} (${evidenceOf(first)})`;
    return `| ${maybe ? 'maybe' : verdict}${takes_all ? ', takes all down' : ''} | ${rule} | ${cell(named + more)} | ${whom} | ${cell(what)} | ${cell(fix)} |`;
  });
  const lines = [
    `### mcptest compat: ${counts(report) || 'no client could be judged'}`,
    '',
    ...report.servers.map((server) => `- ${code(nameLine(server), 200)}`),
    '',
    '| client | verdict | tools |',
    '|---|---|---|',
    ...clientRows(report),
    ...(rows.length === 0
      ? []
      : ['', '| verdict | rule | tools | clients | what | fix |', '|---|---|---|---|---|---|', ...rows]),
    '',
    `${headline(report)}. ${factsLine(report)}.`,
  ];
  return `${lines.join('\n')}\n`;
};

function clientRows({ clients, not_judged }: CompatReport): string[] {
  return [
    ...clients.map((client) => {
      const culprit = culpritOf(client);
      const because = culprit === undefined ? '' : `: ${code(culprit, 80)} takes the others down`;
      return `| ${client.client} | ${isAllMaybe(client) ? 'maybe degraded' : client.verdict} | ${cell(toolCounts(client) + because)} |`;
    }),
    ...not_judged.map(({ client }) => `| ${client} | not judged | nothing is known that could be judged |`),
  ];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
