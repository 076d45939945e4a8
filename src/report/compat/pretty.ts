/** `--format pretty`: a line a client, then what to fix, worst first. */
import type { CompatReport, CompatVerdict } from '../../types/compat.js';
import { pad, wrap } from '../text/columns.js';
import { type Colour, type Paint, painter } from '../text/paint.js';
import { safe, safeClip } from '../text/safe-text.js';
import {
  type CompatFault,
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

const COLOURS: Record<CompatVerdict, Colour> = {
  works: 'green',
  degraded: 'yellow',
  dropped: 'red',
  error: 'red',
};
const FIRST = 8;
const NAMED = 6;
const INDENT = ' '.repeat(12);

export const compatPretty: CompatFormat = (report, { color, width }) => {
  const paint = painter(color);
  const faults = faultsOf(report);
  const lines = [
    ...report.servers.map((server) => paint('dim', safe(nameLine(server)))),
    '',
    ...clientLines(report, paint),
    ...(faults.length === 0 ? [] : ['', ...faultLines(faults, paint, width)]),
    '',
    `${headline(report)}: ${counts(report) || 'none could be judged'}`,
    paint('dim', factsLine(report)),
  ];
  return `${lines.join('\n')}\n`;
};

function clientLines(report: CompatReport, paint: Paint): string[] {
  const { clients, not_judged } = report;
  const widest = Math.max(8, ...clients.map(({ client }) => client.length));
  const lines = clients.map((client) => {
    const { verdict } = client;
    const word = paint(COLOURS[verdict], (isAllMaybe(client) ? 'maybe' : verdict).padEnd(8));
    const culprit = culpritOf(client);
    const because = culprit === undefined ? '' : `: ${safeClip(culprit, 60)} takes the others down`;
    const notFound = client.search?.by.flatMap(({ tools }) => tools).filter(({ hit }) => !hit).length ?? 0;
    const search = notFound > 0 ? paint('dim', `, ${notFound} not found by its search`) : '';
    return `  ${pad(client.client, widest)}  ${word}  ${toolCounts(client)}${because}${search}`;
  });
  const unknown = not_judged.map(({ client }) => client).join(', ');
  return unknown === ''
    ? lines
    : [...lines, paint('dim', `  nothing is known that could be judged: ${unknown}`)];
}

function faultLines(faults: readonly CompatFault[], paint: Paint, width: number): string[] {
  const lines = faults.slice(0, FIRST).flatMap((fault) => [...wholeFault(fault, paint, width), '']);
  const rest = faults.slice(FIRST);
  if (rest.length === 0) return lines.slice(0, -1);
  const more = rest.map(({ rule, verdict, maybe, tools, clients }) => {
    const word = (maybe ? 'maybe' : verdict).padEnd(8);
    return `  ${word}  ${rule}  ${tools.length} tools, ${clients.length} clients`;
  });
  return [...lines, ...more, paint('dim', '  --format json has every one of them')];
}

function wholeFault(fault: CompatFault, paint: Paint, width: number): string[] {
  const { rule, verdict, maybe, first, tools, clients, fix, takes_all } = fault;
  const named = tools
    .slice(0, NAMED)
    .map((tool) => safeClip(tool, 60))
    .join(', ');
  const more = tools.length > NAMED ? ` and ${tools.length - NAMED} more` : '';
  const whom = clients.map(({ client }) => client).join(', ');
  const room = Math.max(40, width - INDENT.length);
  const indented = (text: string): string[] => wrap(text, room, 6).map((line) => `${INDENT}${line}`);
  const [evidence] = clients;
  return [
    `  ${paint(COLOURS[verdict], (maybe ? 'maybe' : verdict).padEnd(8))}  ${rule}  ${named}${more}`,
    ...indented(safe(first.message)),
    ...indented(`${takes_all ? 'one such tool takes all down in' : 'in'} ${whom}`),
    ...indented(`${evidenceOf(evidence?.finding ?? first)}: ${safeClip(first.source, 120)}`).map((line) =>
      paint('dim', line),
    ),
    ...indented(`fix: ${fix}`).map((line) => paint('cyan', line)),
  ];
}
