/** Draws that are the same for the same seed, everywhere. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  whole(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  /** Some of a list, in its order. */
  sample<T>(list: readonly T[], count: number): T[];
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    whole,
    pick: (list) => list[whole(0, list.length - 1)]!,
    sample: (list, count) => {
      const ranked = list.map((_, at) => ({ at, rank: next() })).sort((a, b) => a.rank - b.rank);
      const kept = ranked.slice(0, count).map(({ at }) => at);
      return kept.sort((a, b) => a - b).map((at) => list[at]!);
    },
  };
}
