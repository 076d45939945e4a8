/** `limit` and `sample`: which rows of a file are taken. */
import { canonicalJson } from '../../util/canonical-json.js';
import { compareText } from '../../util/compare-text.js';
import { sha256 } from '../../util/hash.js';
import type { Packed } from '../../util/packed.js';
import { MANY } from '../../util/plain.js';
import { BadCases, type ReadRow } from './rows.js';

export interface Choice {
  /** Only the first rows. */
  limit?: number;
  /** So many of them, chosen by chance. */
  sample?: number;
  seed?: number;
}

export const MOST_CASES = 100_000;

/**
 * Numbered, in the order of the file. Which rows a seed takes depends on the rows alone, not on their order. `isJson`: there is
 * nothing in them that could not be packed.
 */
export async function chooseRows(
  rows: AsyncIterable<ReadRow> | Iterable<ReadRow>,
  { limit = Number.POSITIVE_INFINITY, sample, seed = 1 }: Choice,
  isJson = false,
): Promise<ReadRow[]> {
  const taken: { row: ReadRow; at: number; rank: string }[] = [];
  const most = sample ?? MOST_CASES;
  let at = 0;
  let packed: Packed<ReadRow> | undefined;
  for await (const read of rows) {
    at += 1;
    let row = read;
    if (isJson && sample === undefined && at > MANY) {
      packed ??= new (await import('../../util/packed.js')).Packed();
      row = packed.put(read);
    }
    const rank = sample === undefined ? '' : sha256(`${seed}\0${canonicalJson(row.values)}`);
    taken.push({ row, at, rank });
    if (sample === undefined && at > most) {
      const hint = 'take fewer with `limit` or `sample`';
      throw new BadCases(`there are more than ${MOST_CASES.toLocaleString('en')} cases`, row.line, hint);
    }
    // Now and then, so that no more than twice the sample is ever held.
    if (sample !== undefined && taken.length >= 2 * sample + 1000) keepFirst(taken, sample);
    if (at >= limit) break;
  }
  if (sample !== undefined) keepFirst(taken, sample);
  return taken.sort((a, b) => a.at - b.at).map(({ row }) => row);
}

function keepFirst(taken: { rank: string; at: number }[], count: number): void {
  taken.sort((a, b) => compareText(a.rank, b.rank) || a.at - b.at);
  taken.length = Math.min(taken.length, count);
}
