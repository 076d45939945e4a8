/**
 * Keeps the search documents in step with tools, servers and scores: all of them once, then what the log names. The
 * work is done in small transactions, so that readers never wait long; a build that was cut short goes on where it
 * stopped.
 */
import { type Db, listOf, type Sql } from '../db/types.js';
import { documentsOf, KINDS, type Pair, type SearchDocument } from './documents.js';
import { docId, type Shelf, type SubjectKind, TOOL } from './rank-id.js';
import { rankMark } from './words.js';

const BATCH = 1000;
/** Any number, the same for everybody who writes words in this PostgreSQL. */
const LOCK = 7_238_419_002;

/** The pair with an index of its own, which is made where there is none. */
export async function openPair(
  db: Db,
  { judge, rubric }: Omit<Pair, 'id'>,
  progress: (done: number) => void = () => {},
): Promise<Pair> {
  const known = await findPair(db, judge, rubric);
  const { built, ...pair } = known ?? (await addPair(db, judge, rubric));
  if (built === 0) await build(db, pair, progress);
  return pair;
}

type KnownPair = Pair & { built: number };

async function findPair(sql: Sql, judge: string, rubric: string): Promise<KnownPair | undefined> {
  const text = 'select id, judge, rubric, built from search_pairs where judge = ? and rubric = ?';
  return (await sql.all<KnownPair>(text, [judge, rubric]))[0];
}

function addPair(db: Db, judge: string, rubric: string): Promise<KnownPair> {
  return db.transaction(async (sql) => {
    // Who writes now does not see the pair yet and notes nothing: wait until they are done.
    if (db.kind === 'postgres')
      await sql.run('lock table tools, scores, servers, server_scores in share row exclusive mode');
    const known = await findPair(sql, judge, rubric);
    if (known !== undefined) return known;
    const [row] = await sql.all<{ next: number }>(
      'select coalesce(max(id), 0) + 1 as next from search_pairs',
    );
    const id = row?.next ?? 1;
    await sql.run('insert into search_pairs (id, judge, rubric) values (?, ?, ?)', [id, judge, rubric]);
    return { id, judge, rubric, built: 0 };
  });
}

async function build(db: Db, pair: Pair, progress: (done: number) => void): Promise<void> {
  let done = 0;
  for (const kind of KINDS) {
    let from = await lastOf(db, pair, kind);
    for (;;) {
      const found = await db.transaction((sql) => nextBatch(sql, db.kind, { pair, kind, from }));
      if (found.length === 0) break;
      from = found.at(-1) ?? from;
      done += found.length;
      progress(done);
    }
  }
  if (db.kind === 'sqlite') await db.run("insert into search_words (search_words) values ('optimize')");
  else await settle(db);
  await db.run('update search_pairs set built = 1 where id = ?', [pair.id]);
}

/** What was added in many small steps is sorted into the index of PostgreSQL at once, and counted. */
async function settle(db: Db): Promise<void> {
  await db.run("select gin_clean_pending_list('search_docs_words')");
  for (const table of ['search_docs', 'tools', 'scores', 'servers', 'server_scores'])
    await db.run(`analyze ${table}`);
}

async function lastOf(sql: Sql, pair: Pair, kind: SubjectKind): Promise<number> {
  const text = 'select max(subject) as last from search_docs where pair = ? and kind = ?';
  const [row] = await sql.all<{ last: number | null }>(text, [pair.id, kind]);
  return row?.last ?? 0;
}

async function nextBatch(
  sql: Sql,
  store: Db['kind'],
  { pair, kind, from }: { pair: Pair; kind: SubjectKind; from: number },
): Promise<number[]> {
  const table = kind === TOOL ? 'tools' : 'servers';
  const text = `select id from ${table} where id > ? order by id limit ${BATCH}`;
  const subjects = (await sql.all<{ id: number }>(text, [from])).map(({ id }) => id);
  if (subjects.length > 0) await replace(sql, store, { pair, kind, subjects });
  return subjects;
}

/** Takes what the log names; the number of rows that were read. Nothing is done while another process is at it. */
export async function followLog(db: Db): Promise<number> {
  // A look that waits for nobody.
  if ((await db.all('select 1 from search_log limit 1')).length === 0) return 0;
  return db.transaction(async (sql) => {
    if (db.kind === 'postgres') {
      const text = 'select pg_try_advisory_xact_lock(?) as mine';
      const [lock] = await sql.all<{ mine: boolean }>(text, [LOCK]);
      if (lock?.mine !== true) return 0;
    }
    const rows = await sql.all<{ seq: number; kind: number; subject: number }>(
      `select seq, kind, subject from search_log order by seq limit ${BATCH}`,
    );
    const pairs = await sql.all<Pair>('select id, judge, rubric from search_pairs');
    for (const pair of pairs) {
      for (const kind of KINDS) {
        const subjects = [...new Set(rows.filter((row) => row.kind === kind).map((row) => row.subject))];
        if (subjects.length > 0) await replace(sql, db.kind, { pair, kind, subjects });
      }
    }
    const list = listOf(rows.map(({ seq }) => seq));
    await sql.run(`delete from search_log where seq in ${list.text}`, list.values);
    if (db.kind === 'postgres') await sql.run("select gin_clean_pending_list('search_docs_words')");
    return rows.length;
  });
}

interface Batch {
  pair: Pair;
  kind: SubjectKind;
  subjects: readonly number[];
}

async function replace(sql: Sql, store: Db['kind'], { pair, kind, subjects }: Batch): Promise<void> {
  const list = listOf(subjects);
  const old = await sql.all<{ id: number }>(
    `select id from search_docs where pair = ? and kind = ? and subject in ${list.text}`,
    [pair.id, kind, ...list.values],
  );
  const gone = listOf(old.map(({ id }) => id));
  if (old.length > 0) {
    if (store === 'sqlite')
      await sql.run(`delete from search_words where rowid in ${gone.text}`, gone.values);
    await sql.run(`delete from search_docs where id in ${gone.text}`, gone.values);
  }
  const documents = await documentsOf(sql, { kind, pair, subjects });
  await insertDocuments(sql, store, { shelf: { pair: pair.id, kind }, documents });
}

async function insertDocuments(
  sql: Sql,
  store: Db['kind'],
  { shelf, documents }: { shelf: Shelf; documents: readonly SearchDocument[] },
): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.map(({ subject, rank, words }) => ({
    row: [docId(shelf, rank, subject), shelf.pair, shelf.kind, subject] as const,
    words,
    mark: rankMark(shelf, rank),
  }));
  const columns = ['id', 'pair', 'kind', 'subject'];
  if (store === 'postgres') {
    await sql.insert({
      table: 'search_docs',
      columns: [...columns, 'words'],
      // No word has a quote or a backslash; in quotes they are taken as they are.
      rows: rows.map(({ row, words, mark }) => [
        ...row,
        [...words, mark].map((word) => `'${word}'`).join(' '),
      ]),
    });
    return;
  }
  await sql.insert({ table: 'search_docs', columns, rows: rows.map(({ row }) => row) });
  await sql.insert({
    table: 'search_words',
    columns: ['rowid', 'words'],
    rows: rows.map(({ row, words }) => [row[0], words.join(' ')]),
  });
}
