/** `--format html`: the matrix of clients and tools on one page without scripts. */
import type { ClientReport, CompatVerdict } from '../../types/compat.js';
import { escapeHtml } from '../text/escape-html.js';
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
} from './view.js';

const SIGNS: Record<CompatVerdict, string> = { works: '✓', degraded: '~', dropped: '−', error: '✗' };
const COLOURS: Record<CompatVerdict, string> = {
  works: '#2e7d32',
  degraded: '#b26a00',
  dropped: '#c62828',
  error: '#c62828',
};
const MOST_TOOLS = 200;
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}h1{font-size:1.4rem}
.wide{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.15rem .5rem;text-align:left;border-bottom:1px solid #8884}
td.sign{text-align:center;font-weight:700}th.tool{writing-mode:vertical-rl;font-weight:400;font-size:.8rem;white-space:nowrap}
.dim{color:#767676}@media(prefers-color-scheme:dark){body{background:#161616;color:#eee}.dim{color:#aaa}}`;

export const compatHtml: CompatFormat = (report) => {
  const title = escapeHtml(`Will clients take it? ${counts(report)}`);
  const [first] = report.clients;
  const tools = (first?.tools ?? []).slice(0, MOST_TOOLS);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${title}</title><style>${STYLE}</style></head><body>`,
    `<h1>${title}</h1>`,
    ...report.servers.map((server) => `<p>${escapeHtml(nameLine(server))}</p>`),
    '<p>✓ works, ~ degraded, − dropped, ✗ fails.</p>',
    '<div class="wide"><table><tr><th>client</th><th>verdict</th>',
    ...tools.map(({ tool }) => `<th class="tool">${escapeHtml(tool)}</th>`),
    '</tr>',
    ...report.clients.map(row),
    '</table></div>',
    ...report.not_judged.map(
      ({ client }) => `<p class="dim">${client}: nothing is known that could be judged</p>`,
    ),
    ...faultsOf(report).map(
      ({ rule, verdict, maybe, tools: named, clients, first: finding, fix }) =>
        `<details open><summary><b style="color:${COLOURS[verdict]}">${maybe ? 'maybe' : verdict}</b> ${rule} ` +
        `${escapeHtml(named.slice(0, 10).join(', '))}${named.length > 10 ? ` and ${named.length - 10} more` : ''}</summary>` +
        `<p>${escapeHtml(finding.message)}</p><p>Clients: ${clients.map(({ client }) => escapeHtml(client)).join(', ')}</p>` +
        `<p class="dim">${escapeHtml(`${evidenceOf(finding)}: ${finding.source}`)}</p><p>Fix: ${escapeHtml(fix)}</p></details>`,
    ),
    `<p class="dim">${escapeHtml(`${headline(report)}. ${factsLine(report)}.`)}</p>`,
    '</body></html>',
    '',
  ].join('\n');
};

function row(client: ClientReport): string {
  const culprit = culpritOf(client);
  const word = isAllMaybe(client) ? 'maybe degraded' : client.verdict;
  const because = culprit === undefined ? '' : ` <span class="dim">(${escapeHtml(culprit)})</span>`;
  const cells = client.tools
    .slice(0, MOST_TOOLS)
    .map(({ verdict }) => `<td class="sign" style="color:${COLOURS[verdict]}">${SIGNS[verdict]}</td>`);
  return `<tr><th>${escapeHtml(client.name)}</th><td style="color:${COLOURS[client.verdict]}">${word}${because}</td>${cells.join('')}</tr>`;
}
