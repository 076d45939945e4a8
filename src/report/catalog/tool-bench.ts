/** `mcptest tool-bench run`: what is picked, and what each damage costs, as plain text. */
import type { BenchAgainst, BenchMutation, BenchReport } from '../../types/bench.js';
import type { ReportOptions } from '../../types/reporter.js';
import { plural } from '../../util/text.js';
import { type Paint, painter } from '../text/paint.js';
import { safeClip } from '../text/safe-text.js';

const MAX_WORDS = 10;

export function renderBench(report: BenchReport, options: Pick<ReportOptions, 'color'>): string {
  const paint = painter(options.color);
  const correct = report.intents.filter((intent) => intent.correct).length;
  const [low, high] = report.interval;
  const lines = [
    `selection  ${correct}/${report.n} (${percent(report.accuracy)}), 95% interval ${percent(low)} to ${percent(high)}`,
    `found      ${[1, 3, 5].map((most) => `${percent(report.hits[`at_${most}` as keyof typeof report.hits])} within ${most}`).join(', ')}; mean reciprocal rank ${report.mean_reciprocal_rank.toFixed(3)}`,
    `score      mean ${report.description_score.mean}, min ${report.description_score.min}`,
    `smells     ${smellText(report.smells)}`,
    `tokens     about ${report.tokens}`,
  ];
  if (report.against) lines.push(...againstLines(report.against, paint));
  lines.push(...searchLines(report, paint));
  const wrong = report.intents.filter((intent) => !intent.correct);
  if (wrong.length > 0) lines.push('', 'wrong picks');
  for (const { query, gold, picked } of wrong) {
    lines.push(`  ${paint('red', safeClip(query, 100))}`);
    lines.push(
      `    picked ${picked === null ? 'nothing' : safeClip(picked, 80)}, expected ${safeClip(gold.join(' or '), 160)}`,
    );
  }
  if (report.mutations.length > 0) lines.push('', 'mutations');
  const widest = Math.max(0, ...report.mutations.map((mutation) => label(mutation).length));
  for (const mutation of report.mutations) {
    const drop = `drop ${percent(mutation.drop)}`.padEnd(10);
    const smells = mutation.smells_added.length > 0 ? `, adds ${mutation.smells_added.join(', ')}` : '';
    const tokens = `${mutation.tokens_removed < 0 ? 'adds' : 'saves'} ${plural(Math.abs(mutation.tokens_removed), 'token')}`;
    lines.push(
      `  ${label(mutation).padEnd(widest)}  ${paint(mutation.drop > 0 ? 'yellow' : 'dim', drop)} ${tokens}${smells}`,
    );
  }
  if (report.words.length > 0) lines.push('', 'words that carry the selection');
  for (const { word, tool, drop } of report.words.slice(0, MAX_WORDS)) {
    lines.push(`  ${safeClip(word, 40)} (${safeClip(tool, 60)})  drop ${percent(drop)}`);
  }
  if (report.words.length > MAX_WORDS) lines.push(`  and ${report.words.length - MAX_WORDS} more`);
  if (report.max_drop !== undefined) lines.push('', `largest drop ${percent(report.max_drop)}`);
  return `${lines.join('\n')}\n`;
}

const VERDICTS = {
  better: ['green', 'better by more than chance'],
  worse: ['red', 'worse by more than chance'],
  unclear: ['yellow', 'may be chance alone'],
} as const;

function againstLines(against: BenchAgainst, paint: Paint): string[] {
  const { file, accuracy, gained, lost, difference, interval, verdict, more } = against;
  const [low, high] = interval;
  const [color, words] = VERDICTS[verdict];
  const hint = more === undefined ? '' : `; about ${plural(more, 'more request')} would settle it`;
  return [
    `against    ${percent(accuracy)} with ${safeClip(file, 80)}: ${gained} gained, ${lost} lost, ${percent(difference)} (95%: ${percent(low)} to ${percent(high)})`,
    `           ${paint(color, `${words}${hint}`)}`,
  ];
}

function searchLines({ search = [] }: BenchReport, paint: Paint): string[] {
  if (search.length === 0) return [];
  const rows = search.map(({ client, kind, k, hit_rate, ranks }) => {
    const missed = ranks.filter((rank) => rank === null || rank > k).length;
    const words = missed === 0 ? '' : paint('yellow', `, ${plural(missed, 'request')} missed`);
    return `  ${client} (${kind})  ${percent(hit_rate)} within ${k}${words}`;
  });
  return ['', 'found by the search of clients that defer tools', ...rows];
}

function label({ tool, kind, chars, word }: BenchMutation): string {
  const more = chars ?? word;
  return `${safeClip(tool, 60)} ${kind}${more === undefined ? '' : ` ${safeClip(String(more), 40)}`}`;
}

function smellText(smells: Record<string, number>): string {
  const found = Object.entries(smells).filter(([, count]) => count > 0);
  return found.length === 0 ? 'none' : found.map(([name, count]) => `${name} ${count}`).join(', ');
}

function percent(fraction: number): string {
  return `${Math.round(fraction * 1000) / 10}%`;
}
