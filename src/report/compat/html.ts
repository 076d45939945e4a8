/** `--format html`: the matrix of clients and tools on one page without scripts. */
import type { ClientReport, CompatVerdict } from '../../types/compat.js';
import { staticPage } from '../cards/static-page.js';
import { CARD_STYLE, type Tone } from '../cards/tool-card.js';
import { escapeHtml, proseHtml } from '../text/escape-html.js';
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
const TONES: Record<CompatVerdict, Tone> = {
  works: 'pass',
  degraded: 'inconclusive',
  dropped: 'fail',
  error: 'fail',
};
const MOST_TOOLS = 200;
const STYLE = `${CARD_STYLE}.wide{overflow-x:auto}.cards .wide table{width:auto}.wide td.sign{text-align:center;font-weight:700}
.wide th.tool{writing-mode:vertical-rl;font-weight:400;font-size:13px;white-space:nowrap;padding:8px 4px}.wide th,.wide td{white-space:nowrap;vertical-align:middle}
.cards summary{overflow-wrap:anywhere}.cards details p{margin:6px 0;overflow-wrap:anywhere}.cards .card>details{margin-top:10px}
@media(max-width:700px){.wide th[scope=row]{white-space:normal;min-width:120px;position:sticky;left:0;background:var(--card)}.wide td{white-space:normal;overflow-wrap:normal}.wide td .dim{display:inline-block;max-width:120px;overflow-wrap:break-word}}`;

export const compatHtml: CompatFormat = (report) => {
  const title = `Will clients accept it? ${counts(report)}`;
  const [first] = report.clients;
  const tools = (first?.tools ?? []).slice(0, MOST_TOOLS);
  const faults = faultsOf(report).map(fault);
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    ...report.servers.map((server) => `<p>${escapeHtml(nameLine(server))}</p>`),
    faults.length === 0 ? '' : `<section class="card"><h2>What to fix first</h2>${faults.join('')}</section>`,
    '<section class="card"><h2>Client by client</h2><p>✓ works, ~ degraded, − dropped, ✗ fails.</p>',
    '<div class="wide" role="region" tabindex="0" aria-label="Clients and tools"><table><tr><th>client</th><th>verdict</th>',
    ...tools.map(({ tool }) => `<th class="tool">${escapeHtml(tool)}</th>`),
    '</tr>',
    ...report.clients.map(row),
    '</table></div></section>',
    ...report.not_judged.map(
      ({ client }) => `<p class="dim">${client}: nothing is known that could be judged</p>`,
    ),
    `<p class="dim">${escapeHtml(`${headline(report)}. ${factsLine(report)}.`)}</p>`,
  ];
  return staticPage({ title, style: STYLE, kind: 'cards', body: body.join('\n') });
};

function fault({
  rule,
  verdict,
  maybe,
  tools,
  clients,
  first,
  fix,
}: ReturnType<typeof faultsOf>[number]): string {
  const more = tools.length > 10 ? ` and ${tools.length - 10} more` : '';
  return (
    `<details open><summary><span class="chip t-${TONES[verdict]}">${maybe ? 'maybe' : verdict}</span> <b>${rule}</b> ` +
    `${escapeHtml(tools.slice(0, 10).join(', '))}${more}</summary>` +
    `<p>${escapeHtml(first.message)}</p><p>Clients: ${clients.map(({ client }) => escapeHtml(client)).join(', ')}</p>` +
    `<p class="dim">${escapeHtml(`${evidenceOf(first)}: ${first.source}`)}</p><p>Fix: ${proseHtml(fix)}</p></details>`
  );
}

function row(client: ClientReport): string {
  const culprit = culpritOf(client);
  const word = isAllMaybe(client) ? 'maybe degraded' : client.verdict;
  const because = culprit === undefined ? '' : ` <span class="dim">(${mayBreak(escapeHtml(culprit))})</span>`;
  const cells = client.tools
    .slice(0, MOST_TOOLS)
    .map(({ verdict }) => `<td class="sign t-${TONES[verdict]}">${SIGNS[verdict]}</td>`);
  return `<tr><th scope="row">${escapeHtml(client.name)}</th><td class="t-${TONES[client.verdict]}">${word}${because}</td>${cells.join('')}</tr>`;
}

/** A long name goes on in the next line after a part of it, not inside a word. */
function mayBreak(name: string): string {
  return name.replace(/[_./-]/g, '$&<wbr>');
}
