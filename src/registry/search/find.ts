/**
 * Which documents have all the words and marks, best or worst first, from a place on. SQLite's full-text index keeps its
 * rows in the order of their ids, which is the ranking, so it walks until the page is full. PostgreSQL's has no order: it
 * looks into a few ranks at a time, more with every step, so that a common word ends early and a rare one soon.
 */
import type { Db, SqlValue } from '../db/types.js';
import { idsOf, LAST_SCORED, type RankRange, rankIn, type Shelf, UNSCORED } from './rank-id.js';
import { rankMark, type Word } from './words.js';

export interface Search {
  shelf: Shelf;
  words: readonly Word[];
  marks: readonly string[];
  /** All ranks when it is left out. */
  ranks?: RankRange | undefined;
  worst_first: boolean;
  /** Begin behind this document. */
  after?: number | undefined;
  limit: number;
}

/** Ids of documents in their order; at most `limit`. */
export async function findDocuments(db: Db, search: Search): Promise<number[]> {
  if (search.words.length === 0 && search.marks.length === 0) return walk(db, search, rangeOf(search));
  return db.kind === 'sqlite' ? match(db, search) : inSteps(db, search);
}

/** What has no score is last among the best, and not among the worst. */
function rangeOf({ ranks, worst_first }: Search): RankRange {
  return ranks ?? { from: 0, to: worst_first ? LAST_SCORED : UNSCORED };
}

/** Ids of a range of ranks that come behind `after`. */
function bounds({ shelf, worst_first, after }: Search, range: RankRange): [number, number] {
  const [from, to] = idsOf(shelf, range);
  if (after === undefined) return [from, to];
  return worst_first ? [from, Math.min(to, after)] : [Math.max(from, after + 1), to];
}

function ordered({ worst_first }: Search): string {
  return `${worst_first ? 'desc' : 'asc'} limit ?`;
}

async function walk(db: Db, search: Search, range: RankRange): Promise<number[]> {
  const text = `select id from search_docs where id >= ? and id < ? order by id ${ordered(search)}`;
  return (await db.all<{ id: number }>(text, [...bounds(search, range), search.limit])).map(({ id }) => id);
}

async function match(db: Db, search: Search): Promise<number[]> {
  const asked = [
    ...search.words.map((word) => `"${word.text}"${word.prefix ? '*' : ''}`),
    ...search.marks.map((mark) => `"${mark}"`),
  ].join(' AND ');
  const text = `select rowid as id from search_words where search_words match ? and rowid >= ? and rowid < ?
    order by rowid ${ordered(search)}`;
  const rows = await db.all<{ id: number }>(text, [asked, ...bounds(search, rangeOf(search)), search.limit]);
  return rows.map(({ id }) => id);
}

/**
 * All steps are one statement, of which PostgreSQL does as many as fill the page. With `id + 0` no plan walks along
 * the ids and looks into every document; so the plan is the same for every question, and made once.
 */
async function inSteps(db: Db, search: Search): Promise<number[]> {
  const rest = [
    ...search.words.map((word) => `'${word.text}'${word.prefix ? ':*' : ''}`),
    ...search.marks.map((mark) => `'${mark}'`),
  ].join(' & ');
  const values: SqlValue[] = [];
  const parts = [...steps(search)].map((range) => {
    const ranks = Array.from(
      { length: range.to - range.from + 1 },
      (_, at) => `'${rankMark(search.shelf, range.from + at)}'`,
    );
    values.push(`(${ranks.join(' | ')}) & ${rest}`, ...bounds(search, range), search.limit);
    return `(select id from search_docs where words @@ ?::tsquery and id + 0 >= ? and id + 0 < ?
      order by id + 0 ${ordered(search)})`;
  });
  const text = `select id from (${parts.join(' union all ')}) as found limit ?`;
  const rows = await db.all<{ id: number }>(text, [...values, search.limit]);
  return rows.map(({ id }) => id);
}

/** One rank, then another, then two, four, eight of them. */
function* steps(search: Search): Iterable<RankRange> {
  const all = rangeOf(search);
  const start = search.after === undefined ? undefined : rankIn(search.after);
  let size = 1;
  if (search.worst_first) {
    for (let to = Math.min(all.to, start ?? all.to); to >= all.from; ) {
      const from = Math.max(all.from, to - size + 1);
      yield { from, to };
      if (to < all.to) size *= 2;
      to = from - 1;
    }
    return;
  }
  for (let from = Math.max(all.from, start ?? all.from); from <= all.to; ) {
    const to = Math.min(all.to, from + size - 1);
    yield { from, to };
    if (from > all.from) size *= 2;
    from = to + 1;
  }
}
