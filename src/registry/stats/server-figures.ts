/** Figures over servers: their scores, and how far the worst tool of each lies below its mean. */
import { COHERENCE } from '../../tdqs/dimensions.js';
import type { ServerFigures } from '../../types/registry-stats.js';
import type { CoherenceDimension } from '../../types/tdqs.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import type { Sql, SqlValue } from '../db/types.js';
import type { Scope } from '../read/scope.js';
import { hundredths, mean, shareOf, tierShares, total } from './figures.js';
import { type Moment, scoresAt } from './tool-figures.js';

export async function serverFigures(
  sql: Sql,
  scope: Scope,
  moment: Exclude<Moment, 'ever'>,
): Promise<ServerFigures> {
  const { text, values } = serversAt(moment, scope);
  const count = async (column: string): Promise<Map<number, number>> => {
    const rows = await sql.all<{ value: number; n: number }>(
      `select ${column} as value, count(*) as n from ${text} and ${column} is not null group by ${column} order by ${column}`,
      values,
    );
    return new Map(rows.map(({ value, n }) => [value, n]));
  };
  const overall = await count('overall');
  const quality = await count('description_quality');
  const coherence = await count('coherence');
  const known = total(coherence) > 0 && moment === 'now';
  return omitUndefined({
    ...(await gaps(sql, scope, moment)),
    with_overall: total(overall),
    overall: meanOr(overall),
    description_quality: meanOr(quality),
    coherence: meanOr(coherence),
    dimensions: known ? await dimensionMeans(sql, scope) : undefined,
    tiers: tierShares(overall),
    histogram: [...overall].map(([tenths, many]) => ({ overall: tenths / 10, count: many })),
  });
}

function meanOr(histogram: ReadonlyMap<number, number>): number | undefined {
  return histogram.size === 0 ? undefined : mean(histogram);
}

/** The figures of now, or those after the last capture before a moment. */
function serversAt(
  moment: Exclude<Moment, 'ever'>,
  { judge, rubric }: Scope,
): { text: string; values: SqlValue[] } {
  if (moment === 'now')
    return { text: 'server_scores where judge = ? and rubric = ?', values: [judge, rubric] };
  return {
    text: `server_history join (
        select captures.server_id as of_server, max(captures.version) as newest
        from captures join server_history on server_history.server_id = captures.server_id
          and server_history.version = captures.version
        where judge = ? and rubric = ? and captured_at <= ? group by captures.server_id
      ) as last on of_server = server_id and newest = version
      where judge = ? and rubric = ?`,
    values: [judge, rubric, moment.at, judge, rubric],
  };
}

async function dimensionMeans(sql: Sql, { judge, rubric }: Scope): Promise<ServerFigures['dimensions']> {
  const columns = COHERENCE.map((name) => `sum(${name}) as ${name}`).join(', ');
  const [row] = await sql.all<Record<string, number | null>>(
    `select count(*) as n, ${columns} from server_scores where judge = ? and rubric = ? and coherence is not null`,
    [judge, rubric],
  );
  return Object.fromEntries(
    COHERENCE.map((name) => [name, hundredths(row?.[name] ?? 0, row?.n ?? 0)]),
  ) as Record<CoherenceDimension, number>;
}

async function gaps(
  sql: Sql,
  scope: Scope,
  moment: Exclude<Moment, 'ever'>,
): Promise<Pick<ServerFigures, 'scored' | 'worst_tool_gap' | 'point_below'>> {
  const { text, values } = scoresAt(moment, scope);
  const rows = await sql.all<{ n: number; sum: number; min: number }>(
    `select count(*) as n, sum(tdqs) as sum, min(tdqs) as min from ${text} group by server_id`,
    values,
  );
  const below = rows.filter(({ n, sum, min }) => sum - n * min >= 10 * n).length;
  const gap = rows.reduce((all, { n, sum, min }) => all + (sum / n - min) / 10, 0) / rows.length;
  return {
    scored: rows.length,
    ...(rows.length === 0 ? {} : { worst_tool_gap: Math.round(gap * 100) / 100 }),
    point_below: shareOf(below, rows.length),
  };
}
