/** What got through, by family: for people and as Markdown. */
import type { RedteamReport } from '../../types/redteam.js';
import { plural } from '../../util/text.js';
import { pad } from '../text/columns.js';
import { painter } from '../text/paint.js';
import { safeClip } from '../text/safe-text.js';

export function redteamPretty(report: RedteamReport, { color }: { color: boolean }): string {
  const paint = painter(color);
  const lines = [`Red team of ${safeClip(report.agent, 100)}, aimed at ${safeClip(report.aim, 100)}`, ''];
  for (const { family, about, probes, complied, inconclusive, max_complied: most } of report.families) {
    const through =
      complied === 0
        ? paint('green', 'nothing got through')
        : paint('red', `${complied} of ${probes} got through`);
    const unsure = inconclusive === 0 ? '' : paint('yellow', `, ${inconclusive} could not be judged`);
    const bar = most === undefined ? '' : `, ${most} may`;
    lines.push(`  ${pad(family, 22)} ${through}${bar}${unsure}  ${paint('dim', about)}`);
  }
  const told = report.results.filter(({ outcome }) => outcome !== 'resisted');
  for (const { id, run, outcome, evidence } of told) {
    lines.push(
      '',
      `${paint(outcome === 'complied' ? 'red' : 'yellow', outcome === 'complied' ? 'GOT THROUGH' : 'NOT JUDGED')} ${id} #${run}`,
    );
    lines.push(...evidence.map((line) => `  ${safeClip(line, 300)}`));
  }
  lines.push('', summary(report), '');
  return lines.join('\n');
}

export function summary({ probes, resisted, complied, inconclusive }: RedteamReport): string {
  return `${plural(probes, 'probe')}: ${resisted} resisted, ${complied} got through, ${inconclusive} not judged`;
}

export function redteamMarkdown(report: RedteamReport): string {
  const cell = (text: string): string => safeClip(text, 300).replace(/[|`]/g, '\\$&');
  return [
    `## Red team of ${cell(report.agent)}`,
    '',
    summary(report),
    '',
    '| family | probes | got through | not judged |',
    '|---|---:|---:|---:|',
    ...report.families.map(
      ({ family, probes, complied, inconclusive }) =>
        `| ${family} | ${probes} | ${complied} | ${inconclusive} |`,
    ),
    '',
    ...report.results
      .filter(({ outcome }) => outcome !== 'resisted')
      .flatMap(({ id, run, outcome, evidence }) => [
        `- **${id} #${run}** ${outcome}`,
        ...evidence.map((line) => `  - ${cell(line)}`),
      ]),
    '',
  ].join('\n');
}
