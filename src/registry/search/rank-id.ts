/**
 * The id of a search document: whose scores rank it, what it is, how good it is, and which row it stands for, in one
 * whole number of at most 52 bits. Counting up is going from the best to the worst.
 */

export const TOOL = 0;
export const SERVER = 1;
export type SubjectKind = typeof TOOL | typeof SERVER;

const SUBJECTS = 2 ** 38;
const RANKS = 64;
/** Behind everything that has a score. */
export const UNSCORED = RANKS - 1;
/** The rank of a score of 0; a score of 5.0 has rank 0. */
export const LAST_SCORED = 50;

export interface RankRange {
  /** Both included. */
  from: number;
  to: number;
}

export function rankOf(tenths: number | null): number {
  return tenths === null ? UNSCORED : LAST_SCORED - tenths;
}

export interface Shelf {
  pair: number;
  kind: SubjectKind;
}

export function docId({ pair, kind }: Shelf, rank: number, subject: number): number {
  return ((pair * 2 + kind) * RANKS + rank) * SUBJECTS + subject;
}

export function subjectOf(id: number): number {
  return id % SUBJECTS;
}

export function rankIn(id: number): number {
  return Math.floor(id / SUBJECTS) % RANKS;
}

/** The ids of a range of ranks: from the first up to before the second. */
export function idsOf(shelf: Shelf, { from, to }: RankRange): [number, number] {
  return [docId(shelf, from, 0), docId(shelf, to, 0) + SUBJECTS];
}
