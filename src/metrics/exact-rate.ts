/** Rates against a declared minimum, compared as exact fractions: 8 of 10 meets 0.8. */
import { percent } from '../util/ratio.js';

/** A decimal as written, e.g. 0.85 → 85 / 100. */
function decimal(rate: number): [p: bigint, q: bigint] {
  const [mantissa = '0', exponent = '0'] = String(rate).split('e');
  const [whole = '0', digits = ''] = mantissa.split('.');
  const shift = digits.length - Number(exponent);
  const p = BigInt(whole + digits);
  return shift >= 0 ? [p, 10n ** BigInt(shift)] : [p * 10n ** BigInt(-shift), 1n];
}

export function atLeast(hits: number, n: number, rate: number): boolean {
  const [p, q] = decimal(rate);
  return BigInt(hits) * q >= p * BigInt(n);
}

/** `80%`, `99.5%`: a rate with as many decimals as it needs, two at most. */
export function ratePercent(rate: number): string {
  return `${Number((rate * 100).toFixed(2))}%`;
}

/** The percent of a rate that misses a minimum, with decimals where the rounded one would seem to meet it. */
export function belowPercent(hits: number, n: number, rate: number): string {
  const rounded = percent(hits, n);
  if (rounded < Number((rate * 100).toFixed(2))) return `${rounded}%`;
  return `${Math.floor((hits * 10_000) / n) / 100}%`;
}
