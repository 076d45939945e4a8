/** A proposal for a tool with its figures before and after: for people, and as Markdown. */
import type { ImproveChange, ImproveReport } from '../../types/improve.js';
import { pad } from '../text/columns.js';
import { painter } from '../text/paint.js';
import { safe, safeClip } from '../text/safe-text.js';

const VERDICTS: Readonly<Record<ImproveReport['verdict'], string>> = {
  better: 'BETTER',
  mixed: 'MIXED: something rises and something falls',
  'no-better': 'NO BETTER than what is there',
  worse: 'WORSE than what is there',
  refused: 'REFUSED: there is no proposal',
  'nothing-to-add': 'NOTHING TO ADD',
};
const GOOD = 'better';
const COLORS = { better: 'green', worse: 'red', same: 'dim', cost: 'dim' } as const;

export function improvePretty(report: ImproveReport, { color }: { color: boolean }): string {
  const paint = painter(color);
  const { before, proposal, changes, patch } = report;
  const lines = [title(report), ''];
  if (proposal !== undefined) {
    lines.push(...proposalLines(proposal, paint), '');
    const rows = changes.map((row) => ({ ...row, said: told(row) }));
    const [one, two] = [widest(rows, 'before', 6), widest(rows, 'after', 5)];
    lines.push(`  ${pad('', 22)}  ${pad('before', one)}  ${pad('after', two)}`);
    for (const row of rows) {
      const figures = `  ${pad(safe(row.what), 22)}  ${pad(safe(row.before), one)}  ${pad(safe(row.after), two)}`;
      lines.push(`${figures}  ${paint(COLORS[row.change], row.said)}`.trimEnd());
    }
    lines.push('');
  } else lines.push(`  TDQS now ${before.tdqs.toFixed(1)} ${before.tier}, ${before.tokens} tokens`, '');
  lines.push(paint(report.verdict === GOOD ? 'green' : 'yellow', VERDICTS[report.verdict]));
  for (const reason of report.reasons) lines.push(`  ${safeClip(reason, 500)}`);
  if (report.bench_requests === 'drafted' && proposal !== undefined)
    lines.push(
      '  The requests of tool-bench were drafted from the catalogue as it is, so they decide nothing; bring your own with --bench.',
    );
  if (report.books?.cost_usd !== undefined) lines.push(`  Asked for $${report.books.cost_usd.toFixed(4)}.`);
  if (patch !== '')
    lines.push(
      '',
      ...patch
        .trimEnd()
        .split('\n')
        .map((line) => paintedLine(line, paint)),
    );
  return `${lines.join('\n')}\n`;
}

function title({ server, tool, by }: ImproveReport): string {
  return `${safeClip(server, 80)}.${safeClip(tool, 100)}, proposed by ${safeClip(by, 80)}`;
}

type Paint = ReturnType<typeof painter>;

function proposalLines(proposal: NonNullable<ImproveReport['proposal']>, paint: Paint): string[] {
  const lines = proposal.sentences.map(
    ({ text, from }) => `  + ${safe(text)}  ${paint('dim', `from ${safe(from)}`)}`,
  );
  if (proposal.sentences.length === 0) lines.push(`  ${safeClip(proposal.description, 2000)}`);
  lines.push(
    ...proposal.parameters.map(({ name, description }) => `  + ${safe(name)}: ${safe(description)}`),
  );
  const own = proposal.placeholders.filter(
    (one) => !proposal.parameters.some(({ description }) => description.includes(one)),
  );
  if (proposal.sentences.length > 0 || proposal.parameters.length > 0)
    lines.push(...own.map((one) => `  ? ${paint('yellow', safe(one))}`));
  return lines;
}

function widest(rows: readonly ImproveChange[], key: 'before' | 'after', least: number): number {
  return Math.min(40, Math.max(least, ...rows.map((row) => safe(row[key]).length)));
}

function told({ change, before, after, paired }: ImproveChange): string {
  const unsure = paired !== undefined && paired.chance > 0.05 ? ', may be chance alone' : '';
  if (change !== 'cost') return change === 'same' ? '' : `${change}${unsure}`;
  const more = Number(after) - Number(before);
  return more > 0 ? `+${more}` : String(more);
}

function paintedLine(line: string, paint: Paint): string {
  const shown = safeClip(line, 4000);
  if (line.startsWith('+')) return paint('green', shown);
  return line.startsWith('-') ? paint('red', shown) : shown;
}

export function improveMarkdown(report: ImproveReport): string {
  const cell = (text: string): string => safeClip(text, 500).replace(/[|`<>]/g, '\\$&');
  const fence = '`'.repeat(Math.max(3, 1 + longestRun(report.patch)));
  const lines = [`## ${cell(title(report))}`, '', `**${VERDICTS[report.verdict]}**`, ''];
  for (const reason of report.reasons) lines.push(`- ${cell(reason)}`);
  if (report.reasons.length > 0) lines.push('');
  if (report.changes.length > 0) {
    lines.push('| | before | after | |', '|---|---|---|---|');
    for (const row of report.changes)
      lines.push(`| ${cell(row.what)} | ${cell(row.before)} | ${cell(row.after)} | ${told(row)} |`);
    lines.push('');
  }
  if (report.patch !== '') {
    const patch = report.patch
      .trimEnd()
      .split('\n')
      .map((line) => safeClip(line, 4000));
    lines.push(`${fence}diff`, ...patch, fence, '');
  }
  return lines.join('\n');
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}
