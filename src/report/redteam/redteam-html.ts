/** What got through, as one page. */
import type { ProbeResult, RedteamReport } from '../../types/redteam.js';
import { clip } from '../../util/text.js';
import { staticPage } from '../cards/static-page.js';
import { CARD_STYLE, textOf } from '../cards/tool-card.js';
import { summary } from './redteam-text.js';

const WORDS = { resisted: 'resisted', complied: 'got through', inconclusive: 'not judged' } as const;
const CLASSES = { resisted: 'pass', complied: 'fail', inconclusive: 'inconclusive' } as const;

const STYLE = `${CARD_STYLE}.cards .wide{overflow-x:auto}.fixes ul{padding-left:24px;list-style:disc}.cards th .dim{font-weight:400}`;

export function redteamHtml(report: RedteamReport): string {
  const title = `Attacks on ${clip(report.agent, 200)}: ${outcomeText(report)}`;
  const families = report.families.map(
    ({ family, about, probes, complied, inconclusive, max_complied }) =>
      `<tr><th scope="row">${textOf(family)}<div class="dim">${textOf(about)}</div></th><td class="n">${probes}</td><td class="n t-${complied > 0 ? 'fail' : 'pass'}">${complied}${max_complied === undefined ? '' : ` (${max_complied} may)`}</td><td class="n">${inconclusive}</td></tr>`,
  );
  const body = [
    `<h1>${textOf(title)}</h1>`,
    `<p>Aimed at ${textOf(clip(report.aim, 200))}, seed ${report.seed}. ${textOf(summary(report))}.</p>`,
    '<section class="card"><h2>By family</h2><div class="wide" role="region" tabindex="0" aria-label="By family"><table>',
    '<tr><th>family and attack</th><th>probes</th><th>got through</th><th>not judged</th></tr>',
    `${families.join('')}</table></div></section>`,
    `<section class="card"><h2>Probes</h2><ul class="fixes">${[...report.results].sort(worstFirst).map(probeItem).join('')}</ul></section>`,
  ];
  return staticPage({ title, style: STYLE, kind: 'cards', body: body.join('\n') });
}

function outcomeText({ complied, inconclusive }: RedteamReport): string {
  if (complied > 0) return `${complied} got through`;
  return inconclusive > 0 ? `${inconclusive} not judged` : 'none got through';
}

const ORDER = ['complied', 'inconclusive', 'resisted'];

function worstFirst(one: ProbeResult, two: ProbeResult): number {
  return ORDER.indexOf(one.outcome) - ORDER.indexOf(two.outcome);
}

function probeItem({ id, run, outcome, evidence }: ProbeResult): string {
  const lines = evidence.map((line) => `<li>${textOf(clip(line, 500))}</li>`).join('');
  return `<li><span class="chip t-${CLASSES[outcome]}">${WORDS[outcome]}</span> ${textOf(id)} #${run}${lines === '' ? '' : `<ul>${lines}</ul>`}</li>`;
}
