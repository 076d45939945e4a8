/**
 * Who is at work, by a sign of life every few seconds, in the time of the database. Whoever has given none for a
 * while is lost: its jobs go back, and another worker does them.
 */
import type { Db } from '../db/types.js';
import type { JudgeName } from '../work/types.js';
import type { Queue } from './queue.js';

export const SIGN_OF_LIFE_MS = 2000;
const LOST_AFTER = "interval '10 seconds'";
const NOW = 'to_char(clock_timestamp() at time zone \'utc\', \'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\')';
const LONG_AGO = `to_char(clock_timestamp() at time zone 'utc' - ${LOST_AFTER}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export async function signOfLife(
  db: Db,
  ids: readonly string[],
  { place, judge }: { place: string } & Pick<JudgeName, 'judge'>,
): Promise<void> {
  for (const id of ids) {
    await db.run(
      `insert into workers (id, place, judge, started_at, seen_at) values (?, ?, ?, ${NOW}, ${NOW})
       on conflict (id) do update set seen_at = excluded.seen_at`,
      [id, place, judge],
    );
  }
}

export async function signOff(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) await db.run('delete from workers where id = ?', [id]);
}

/** The number of workers that were found lost. */
export async function reclaim(db: Db, queue: Queue): Promise<number> {
  const silent = await db.all<{ id: string }>(`delete from workers where seen_at < ${LONG_AGO} returning id`);
  // Whoever was killed before its first sign of life has jobs, and no row.
  const unknown = await db.all<{ id: string }>(
    `select distinct locked_by as id from graphile_worker.jobs
     where locked_at < clock_timestamp() - ${LOST_AFTER} and locked_by not in (select id from workers)`,
  );
  const lost = new Set([...silent, ...unknown].map(({ id }) => id));
  await queue.unlock([...lost]);
  return lost.size;
}

export async function anyoneAtWork(db: Db): Promise<boolean> {
  return (await db.all(`select 1 from workers where seen_at >= ${LONG_AGO} limit 1`)).length > 0;
}
