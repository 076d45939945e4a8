/**
 * The limits that everybody who asks one judge shares, whatever machine they are on: a budget and a number of
 * calls a minute, kept in the row of the judge. A call is reserved before it is made and settled afterwards; what
 * a killed worker had reserved stays reserved until the next sweep finds nobody at work.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JudgeBooks } from '../../types/tdqs.js';
import type { Db, Sql } from '../db/types.js';
import type { JudgeName } from './types.js';

export interface Limits {
  /** US dollars, over everything that the judge was ever asked for this registry. */
  max_cost?: number;
  per_minute?: number;
}

interface JudgeRow {
  spent: number;
  reserved: number;
  most_spent: number | null;
  per_minute: number | null;
  allowance: number;
  allowance_at: number;
}

export const MICROS = 1_000_000;

/** Notes the judge, and new limits where some are given. */
export async function noteJudge(db: Db, { judge, rubric }: JudgeName, limits: Limits = {}): Promise<void> {
  await db.run('insert into judges (judge, rubric) values (?, ?) on conflict (judge, rubric) do nothing', [
    judge,
    rubric,
  ]);
  const { max_cost, per_minute } = limits;
  if (max_cost !== undefined)
    await db.run('update judges set most_spent = ? where judge = ? and rubric = ?', [
      Math.round(max_cost * MICROS),
      judge,
      rubric,
    ]);
  if (per_minute !== undefined)
    await db.run(
      'update judges set per_minute = ?, allowance = ?, allowance_at = ? where judge = ? and rubric = ?',
      [per_minute, 1, Date.now() / 1000, judge, rubric],
    );
}

export interface Gate {
  /** Undefined when the call may be made now; else why none may be made. Waits for the rate. */
  enter(estimate_usd: number, signal?: AbortSignal): Promise<string | undefined>;
  /** The call is over, answered or not. */
  leave(estimate_usd: number): Promise<void>;
}

export function openGate(db: Db, name: JudgeName, books: () => JudgeBooks | undefined): Gate {
  let settled: JudgeBooks | undefined = books();
  return {
    enter: async (estimate_usd, signal) => {
      if (!(await isLimited(db, name))) return undefined;
      for (;;) {
        const answer = await db.transaction((sql) => reserve(sql, name, Math.ceil(estimate_usd * MICROS)));
        if (answer === undefined || typeof answer === 'string') return answer;
        await sleep(answer.wait_ms, undefined, { signal }).catch(() => {});
        if (signal?.aborted) return 'the worker was told to stop';
      }
    },
    leave: async (estimate_usd) => {
      const now = books();
      const before = settled;
      settled = now;
      const more = (key: 'calls' | 'input_tokens' | 'output_tokens' | 'cost_usd'): number =>
        (now?.[key] ?? 0) - (before?.[key] ?? 0);
      await db.run(
        `update judges set calls = calls + ?, input_tokens = input_tokens + ?, output_tokens = output_tokens + ?,
          spent = spent + ?, reserved = case when reserved > ? then reserved - ? else 0 end
         where judge = ? and rubric = ?`,
        [
          more('calls'),
          more('input_tokens'),
          more('output_tokens'),
          Math.round(more('cost_usd') * MICROS),
          Math.ceil(estimate_usd * MICROS),
          Math.ceil(estimate_usd * MICROS),
          name.judge,
          name.rubric,
        ],
      );
    },
  };
}

/** Without limits there is nothing to reserve. */
async function isLimited(db: Db, { judge, rubric }: JudgeName): Promise<boolean> {
  const found = await db.all(
    'select 1 from judges where judge = ? and rubric = ? and (most_spent is not null or per_minute is not null)',
    [judge, rubric],
  );
  return found.length > 0;
}

async function reserve(
  sql: Sql,
  { judge, rubric }: JudgeName,
  cost: number,
): Promise<string | undefined | { wait_ms: number }> {
  // An update that changes nothing has the row to ourselves until the transaction ends.
  await sql.run('update judges set calls = calls where judge = ? and rubric = ?', [judge, rubric]);
  const [row] = await sql.all<JudgeRow>(
    'select spent, reserved, most_spent, per_minute, allowance, allowance_at from judges where judge = ? and rubric = ?',
    [judge, rubric],
  );
  if (row === undefined) return undefined;
  if (row.most_spent !== null && row.spent + row.reserved + cost > row.most_spent)
    return `the budget of $${row.most_spent / MICROS} is spent ($${(row.spent / MICROS).toFixed(4)} so far)`;
  const now = Date.now() / 1000;
  let { allowance } = row;
  if (row.per_minute !== null) {
    const refilled = allowance + (Math.max(0, now - row.allowance_at) * row.per_minute) / 60;
    // At most what a second allows is saved up, so that a pause is not followed by a rush.
    allowance = Math.min(Math.max(1, row.per_minute / 60), refilled);
    if (allowance < 1) return { wait_ms: Math.ceil(((1 - allowance) * 60_000) / row.per_minute) };
    allowance -= 1;
  }
  await sql.run(
    'update judges set reserved = reserved + ?, allowance = ?, allowance_at = ? where judge = ? and rubric = ?',
    [cost, allowance, now, judge, rubric],
  );
  return undefined;
}

/** Nobody is at work: what was reserved by workers that are gone is free again. */
export async function freeReserved(db: Db, { judge, rubric }: JudgeName): Promise<void> {
  await db.run('update judges set reserved = 0 where judge = ? and rubric = ?', [judge, rubric]);
}
