/** Figures over the scores of a set of definitions: those of now, all there ever were, or those of a day. */
import { DIMENSIONS, WEIGHTS } from '../../tdqs/dimensions.js';
import type { DimensionFigures, ToolFigures } from '../../types/registry-stats.js';
import type { Dimension } from '../../types/tdqs.js';
import type { Sql, SqlValue } from '../db/types.js';
import type { Scope } from '../read/scope.js';
import { hundredths, mean, passing, quantile, shareOf, tierShares, total } from './figures.js';

/** `now`: current tools; `ever`: every definition; else as it was at that moment. */
export type Moment = 'now' | 'ever' | { at: string };

/** The scores that count, as the part of a statement behind `from`. */
export function scoresAt(moment: Moment, { judge, rubric }: Scope): { text: string; values: SqlValue[] } {
  const where = 'where judge = ? and rubric = ?';
  if (moment === 'ever') return { text: `scores ${where}`, values: [judge, rubric] };
  if (moment === 'now')
    return {
      text: `scores join tools on tools.id = scores.tool_id ${where} and current = 1`,
      values: [judge, rubric],
    };
  return {
    text: `scores join tool_spans on tool_spans.tool_id = scores.tool_id ${where} and from_at <= ?
      and (until_at is null or until_at > ?)`,
    values: [judge, rubric, moment.at, moment.at],
  };
}

const LEVELS = [1, 2, 3, 4, 5] as const;
const GATES = {
  no_description: 'No Description',
  annotation_contradiction: 'Annotation Contradiction',
  tautological_description: 'Tautological Description',
} as const;

/** Null without a score. */
export async function toolFigures(sql: Sql, scope: Scope, moment: Moment): Promise<ToolFigures | null> {
  const { text, values } = scoresAt(moment, scope);
  const found = await sql.all<{ tdqs: number; n: number }>(
    `select tdqs, count(*) as n from ${text} group by tdqs order by tdqs`,
    values,
  );
  const histogram = new Map(found.map(({ tdqs, n }) => [tdqs, n]));
  const scored = total(histogram);
  if (scored === 0) return null;
  const sums = await countColumns(sql, text, values);
  const share = (name: string) => shareOf(sums[name] ?? 0, scored);
  return {
    scored,
    mean: mean(histogram),
    p25: quantile(histogram, 0.25),
    median: quantile(histogram, 0.5),
    p75: quantile(histogram, 0.75),
    tiers: tierShares(histogram),
    passing: passing(histogram),
    dimensions: Object.fromEntries(
      DIMENSIONS.map((name) => [name, dimensionOf(name, sums, scored)]),
    ) as Record<Dimension, DimensionFigures>,
    any_smell: share('any_smell'),
    gates: {
      no_description: share('no_description'),
      annotation_contradiction: share('annotation_contradiction'),
      tautological_description: share('tautological_description'),
    },
    histogram: found.map(({ tdqs, n }) => ({ tdqs: tdqs / 10, count: n })),
  };
}

async function countColumns(
  sql: Sql,
  from: string,
  values: readonly SqlValue[],
): Promise<Record<string, number | null>> {
  const counted = (condition: string, name: string): string =>
    `sum(case when ${condition} then 1 else 0 end) as ${name}`;
  const columns = [
    ...DIMENSIONS.flatMap((name) => LEVELS.map((level) => counted(`${name} = ${level}`, `${name}_${level}`))),
    counted(DIMENSIONS.map((name) => `${name} < 3`).join(' or '), 'any_smell'),
    ...Object.entries(GATES).map(([name, flag]) => counted(`flags like '%"${flag}"%'`, name)),
  ];
  const [row] = await sql.all<Record<string, number | null>>(
    `select ${columns.join(', ')} from ${from}`,
    values,
  );
  return row ?? {};
}

function dimensionOf(name: Dimension, sums: Record<string, number | null>, scored: number): DimensionFigures {
  const counts = LEVELS.map((level) => sums[`${name}_${level}`] ?? 0);
  const points = counts.reduce((sum, many, at) => sum + many * (at + 1), 0);
  return {
    weight: WEIGHTS[name],
    mean: hundredths(points, scored),
    smells: shareOf((counts[0] ?? 0) + (counts[1] ?? 0), scored),
    counts,
  };
}
