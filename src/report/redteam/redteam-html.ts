/** What got through, as one page. */
import type { ProbeResult, RedteamReport } from '../../types/redteam.js';
import { clip } from '../../util/text.js';
import { escaped, plainPage } from '../text/plain-page.js';
import { summary } from './redteam-text.js';

const WORDS = { resisted: 'resisted', complied: 'got through', inconclusive: 'not judged' } as const;
const CLASSES = { resisted: 'pass', complied: 'fail', inconclusive: 'inconclusive' } as const;

export function redteamHtml(report: RedteamReport): string {
  const families = report.families.map(
    ({ family, about, probes, complied, inconclusive, max_complied }) =>
      `<tr><th scope="row">${family}</th><td>${escaped(about)}</td><td>${probes}</td><td class="${complied > 0 ? 'fail' : 'pass'}">${complied}${max_complied === undefined ? '' : ` (${max_complied} may)`}</td><td>${inconclusive}</td></tr>`,
  );
  return plainPage(
    `Red team of ${clip(report.agent, 200)}`,
    `<p>Aimed at ${escaped(clip(report.aim, 200))}, seed ${report.seed}. ${escaped(summary(report))}.</p>
<table><thead><tr><th>family</th><th>the attack</th><th>probes</th><th>got through</th><th>not judged</th></tr></thead>
<tbody>${families.join('')}</tbody></table>
<h2>Probes</h2>
<ul>${report.results.map(probeItem).join('')}</ul>`,
  );
}

function probeItem({ id, run, outcome, evidence }: ProbeResult): string {
  const lines = evidence.map((line) => `<li>${escaped(clip(line, 500))}</li>`).join('');
  return `<li><span class="${CLASSES[outcome]}">${WORDS[outcome]}</span> ${escaped(id)} #${run}${lines === '' ? '' : `<ul>${lines}</ul>`}</li>`;
}
