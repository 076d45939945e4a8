/** Figures before and after → what changed, and whether that is better. */
import type { ImproveChange, ImproveFigures, ImproveVerdict, Picks } from '../types/improve.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { mcnemar } from '../util/paired-rates.js';
import { plural } from '../util/text.js';

export function changesOf(before: ImproveFigures, after: ImproveFigures): ImproveChange[] {
  const rows: ImproveChange[] = [
    {
      what: 'TDQS',
      before: `${before.tdqs.toFixed(1)} ${before.tier}`,
      after: `${after.tdqs.toFixed(1)} ${after.tier}`,
      change: direction(after.tdqs - before.tdqs),
    },
    {
      what: 'lint and security',
      before: findings(before),
      after: findings(after),
      change: direction(lintWeight(before) - lintWeight(after)),
    },
    {
      what: 'tokens',
      before: String(before.tokens),
      after: String(after.tokens),
      change: before.tokens === after.tokens ? 'same' : 'cost',
    },
    picksRow(BENCH, before.bench, after.bench),
    {
      what: 'clients',
      before: fitText(before),
      after: fitText(after),
      change: direction(fitWeight(before) - fitWeight(after)),
    },
  ];
  for (const own of before.selection) {
    const then = after.selection.find(({ by }) => by === own.by);
    if (then !== undefined) rows.push(picksRow(`selection by ${own.by}`, own, then));
  }
  return rows;
}

const BENCH = 'tool-bench';
/** What chance does more often than this is not told from chance. */
const LIMIT = 0.05;

/**
 * Tokens are the price of the rest, so they decide nothing; neither do drafted requests, which are made of the words
 * of the text as it is, nor what a coin does as often.
 */
export function verdictOf(all: readonly ImproveChange[], requests: 'yours' | 'drafted'): ImproveVerdict {
  const asked = requests === 'yours' ? all : all.filter(({ what }) => what !== BENCH);
  const changes = asked.filter(({ paired }) => paired === undefined || paired.chance <= LIMIT);
  const better = changes.some(({ change }) => change === 'better');
  const worse = changes.some(({ change }) => change === 'worse');
  if (better && worse) return 'mixed';
  if (better) return 'better';
  return worse ? 'worse' : 'no-better';
}

function direction(gain: number): ImproveChange['change'] {
  if (Math.abs(gain) < 1e-9) return 'same';
  return gain > 0 ? 'better' : 'worse';
}

function picksRow(what: string, before: Picks, after: Picks): ImproveChange {
  return omitUndefined<ImproveChange>({
    what,
    before: `${before.right} of ${before.of}`,
    after: `${after.right} of ${after.of}`,
    change: direction(after.right - before.right),
    paired: pairedOf(before.hits, after.hits),
  });
}

/** The same requests with both texts: those that changed are held against a coin, as `run --against` does. */
function pairedOf(before: boolean[] = [], after: boolean[] = []): ImproveChange['paired'] {
  if (before.length === 0 || before.length !== after.length) return undefined;
  const gained = after.filter((hit, at) => hit && !before[at]).length;
  const lost = before.filter((hit, at) => hit && !after[at]).length;
  return { gained, lost, chance: mcnemar({ gained, lost }) };
}

function findings({ findings: own, findings_elsewhere: others }: ImproveFigures): string {
  const counts = new Map<string, number>();
  for (const one of own) {
    const severity = one.split(' ')[0] ?? '';
    counts.set(severity, (counts.get(severity) ?? 0) + 1);
  }
  const told = own.length === 0 ? 'none' : [...counts].map(([name, n]) => `${n} ${name}`).join(', ');
  return others === 0 ? told : `${told} (+${others} on others)`;
}

/** One finding of a severity outweighs any number of milder ones. */
const WEIGHTS: Readonly<Record<string, number>> = {
  critical: 1e12,
  high: 1e9,
  medium: 1e6,
  warning: 1e3,
  low: 1e3,
  info: 1,
};

function lintWeight({ findings: own, findings_elsewhere }: ImproveFigures): number {
  const weights = own.map((one) => WEIGHTS[one.split(' ')[0] ?? ''] ?? 1);
  return weights.reduce((sum, weight) => sum + weight, findings_elsewhere);
}

function fitText({ clients: { works, degraded, dropped, error } }: ImproveFigures): string {
  const rest = [
    degraded > 0 ? `${degraded} degrade it` : '',
    dropped > 0 ? `${dropped} drop it` : '',
    error > 0 ? `${plural(error, 'error')}` : '',
  ].filter(Boolean);
  return [`works in ${works}`, ...rest].join(', ');
}

function fitWeight({ clients: { degraded, dropped, error } }: ImproveFigures): number {
  return degraded + dropped * 1e3 + error * 1e6;
}
