/** Numbers that look like chance and are the same for the same seed and name, on every machine. */
import { sha256 } from './hash.js';

export interface Random {
  /** From 0 up to but not including 1. */
  next(): number;
  /** A whole number from 0 up to but not including `end`. */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
  /** A shuffled copy. */
  shuffled<T>(list: readonly T[]): T[];
}

/** `name` keeps streams apart, so that what one tool draws does not depend on the tools beside it. */
export function randomOf(seed: number, name: string): Random {
  let state = Number.parseInt(sha256(`${seed}\0${name}`).slice(0, 8), 16);
  const next = (): number => {
    // Mulberry32: 32 bits of state are plenty for some thousand draws.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    shuffled: (list) => {
      const out = [...list];
      for (let at = out.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [out[at], out[other]] = [out[other] as (typeof out)[number], out[at] as (typeof out)[number]];
      }
      return out;
    },
  };
}
