import type { Shard } from '../types/plan.js';

/** `2/4`; undefined when it is not a part of a whole. */
export function parseShard(text: string): Shard | undefined {
  const match = /^(\d{1,4})\/(\d{1,4})$/.exec(text);
  const [index, total] = [Number(match?.[1]), Number(match?.[2])];
  return match && index >= 1 && index <= total ? { index, total } : undefined;
}
