/** Letters for scores; the same scale for a tool and for every score of a server. */
import type { Tier } from '../types/tdqs.js';

/** Tier → its least score in tenths. */
export const TIER_FLOORS: Readonly<Record<Tier, number>> = { A: 35, B: 30, C: 20, D: 10, F: 0 };

export const TIERS = Object.keys(TIER_FLOORS) as Tier[];

export function tierOf(scoreTenths: number): Tier {
  return TIERS.find((tier) => scoreTenths >= TIER_FLOORS[tier]) ?? 'F';
}

/** `B` or `3.2` as tenths; undefined for anything else. */
export function bar(text: string): number | undefined {
  const letter = text.trim().toUpperCase();
  if (Object.hasOwn(TIER_FLOORS, letter)) return TIER_FLOORS[letter as Tier];
  if (!/^(?:[0-4](?:\.\d)?|5(?:\.0)?)$/.test(letter)) return undefined;
  return Number(letter.replace('.', '').padEnd(2, '0'));
}
