/** Counts → figures, in whole numbers up to the last division. */
import { TIER_FLOORS, TIERS, tierOf } from '../../tdqs/tiers.js';
import type { Share } from '../../types/registry-stats.js';
import type { Tier } from '../../types/tdqs.js';

/** Score in tenths → how many have it. */
export type Histogram = ReadonlyMap<number, number>;

export function total(histogram: Histogram): number {
  let count = 0;
  for (const many of histogram.values()) count += many;
  return count;
}

/** With two decimals, in scores. */
export function mean(histogram: Histogram): number {
  let sum = 0;
  for (const [tenths, many] of histogram) sum += tenths * many;
  return hundredths(sum, 10 * total(histogram));
}

/** p/q with two decimals, halves up. */
export function hundredths(p: number, q: number): number {
  return q === 0 ? 0 : Math.floor((200 * p + q) / (2 * q)) / 100;
}

export function shareOf(count: number, all: number): Share {
  return { count, share: hundredths(100 * count, all) };
}

/** Between the two neighbours where the place falls between them, as most programs do it. */
export function quantile(histogram: Histogram, part: number): number {
  const place = (total(histogram) - 1) * part;
  const low = Math.floor(place);
  const between = place - low;
  const value = at(histogram, low) * (1 - between) + at(histogram, Math.ceil(place)) * between;
  return Math.round(value * 10) / 100;
}

/** The score at a place of the sorted list. */
function at(histogram: Histogram, place: number): number {
  let seen = 0;
  let last = 0;
  for (const [tenths, many] of [...histogram].sort(([a], [b]) => a - b)) {
    seen += many;
    last = tenths;
    if (seen > place) return tenths;
  }
  return last;
}

export function tierShares(histogram: Histogram): Record<Tier, Share> {
  const counts = new Map<Tier, number>();
  for (const [tenths, many] of histogram)
    counts.set(tierOf(tenths), (counts.get(tierOf(tenths)) ?? 0) + many);
  const all = total(histogram);
  return Object.fromEntries(TIERS.map((tier) => [tier, shareOf(counts.get(tier) ?? 0, all)])) as Record<
    Tier,
    Share
  >;
}

/** Tier B or better. */
export function passing(histogram: Histogram): Share {
  const good = [...histogram].filter(([tenths]) => tenths >= TIER_FLOORS.B);
  return shareOf(total(new Map(good)), total(histogram));
}
