/** Figures over the saved runs, oldest first, one small plot each. */
import { useState } from 'preact/hooks';
import type { RunRow } from './page-data.js';
import { linePath, scale } from './scale.js';
import { TestsOverTime } from './views/history-view.js';
import { dollars, figure, milliseconds, plural, shown } from './words.js';

interface Trend {
  title: string;
  of(row: RunRow): number | undefined;
  show(value: number): string;
  /** What the newest run is held to. */
  floor?(row: RunRow): number | undefined;
  /** The ends of the scale; the data decide when absent. */
  range?: [number, number];
}

const TRENDS: Trend[] = [
  {
    title: 'Pass rate',
    of: ({ summary }) =>
      summary && summary.total > summary.skipped
        ? (summary.passed / (summary.total - summary.skipped)) * 100
        : undefined,
    show: (value) => `${Math.floor(value)}%`,
    range: [0, 100],
  },
  { title: 'Duration', of: ({ duration_ms }) => duration_ms, show: milliseconds },
  { title: 'Tokens of the agents', of: ({ tokens }) => tokens, show: figure },
  { title: 'Cost', of: ({ cost_usd }) => cost_usd, show: dollars },
  { title: 'Definition quality (TDQS)', of: ({ tdqs }) => tdqs, show: figure, range: [1, 5] },
  {
    title: 'Tools called',
    of: ({ coverage }) => coverage,
    show: (value) => `${value}%`,
    floor: ({ coverage_floor }) => coverage_floor,
    range: [0, 100],
  },
  {
    title: 'Changes noticed',
    of: ({ strength }) => strength,
    show: (value) => `${value}%`,
    floor: ({ strength_floor }) => strength_floor,
    range: [0, 100],
  },
];

/** Over runs that can be compared; of several kinds, the newest unless another is chosen. */
export function LikeTrends({ rows }: { rows: readonly RunRow[] }) {
  const kinds = rows.filter(({ run_id, like }) => like === run_id);
  const [chosen, choose] = useState<string>();
  const kind = kinds.find(({ run_id }) => run_id === chosen) ?? kinds[0];
  if (kind === undefined) return null;
  const alike = rows.filter(({ like }) => like === kind.run_id);
  return (
    <>
      {kinds.length > 1 && (
        <p class="kinds">
          <label>
            Trends of{' '}
            <select value={kind.run_id} onChange={(event) => choose(event.currentTarget.value)}>
              {kinds.map((row) => (
                <option key={row.run_id} value={row.run_id}>
                  {kindText(row, rows)}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      <Trends rows={alike} />
      {alike.length > 1 && <TestsOverTime run={kind.run_id} />}
    </>
  );
}

function kindText(row: RunRow, rows: readonly RunRow[]): string {
  const count = rows.filter(({ like }) => like === row.run_id).length;
  return `${selectionText(row)}, ${plural(row.summary?.total ?? 0, 'test')} (${plural(count, 'run')})`;
}

/** Which suites, and what of them was chosen. */
export function selectionText({ suites = [], profile, shard, selection }: RunRow): string {
  const [first = 'no suite', ...others] = suites;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const how = [selection, profile && `profile ${profile}`, shard && `shard ${shard}`]
    .filter(Boolean)
    .join(', ');
  return shown(`${first}${more}${how && ` (${how})`}`, 90);
}

function Trends({ rows }: { rows: readonly RunRow[] }) {
  const oldestFirst = [...rows].reverse();
  const shownTrends = TRENDS.filter(({ of }) => rows.filter((row) => of(row) !== undefined).length >= 2);
  if (shownTrends.length === 0) return null;
  return (
    <div class="trends">
      {shownTrends.map((trend) => (
        <TrendPlot key={trend.title} trend={trend} rows={oldestFirst} />
      ))}
    </div>
  );
}

function TrendPlot({ trend, rows }: { trend: Trend; rows: readonly RunRow[] }) {
  const known = rows.flatMap((row) => {
    const value = trend.of(row);
    return value === undefined ? [] : [{ row, value }];
  });
  const values = known.map(({ value }) => value);
  const [low, high] = trend.range ?? [0, Math.max(...values)];
  const x = scale([0, known.length - 1], [6, 234]);
  const y = scale([low, high], [44, 6]);
  const last = known.at(-1);
  if (last === undefined) return null;
  const floor = trend.floor?.(last.row);
  return (
    <section class="trend">
      <h2>{trend.title}</h2>
      <strong>{trend.show(last.value)}</strong>
      <svg
        class="plot"
        viewBox="0 0 240 50"
        role="img"
        aria-label={`${trend.title} over ${known.length} runs${floor === undefined ? '' : `, at least ${trend.show(floor)} required`}`}
      >
        {floor !== undefined && (
          <line class="floor" x1="6" x2="234" y1={y(floor)} y2={y(floor)}>
            <title>{`at least ${trend.show(floor)}`}</title>
          </line>
        )}
        <line class="axis" x1="6" x2="234" y1="44" y2="44" />
        <path class="line" d={linePath(values.map((value, at) => [x(at), y(value)]))} fill="none" />
        {known.map(({ row, value }, at) => (
          <circle key={row.run_id} class="dot" cx={x(at)} cy={y(value)} r="3.5">
            <title>{`${trend.show(value)} · ${sourceOf(row)}`}</title>
          </circle>
        ))}
      </svg>
    </section>
  );
}

function sourceOf(row: RunRow): string {
  return shown([row.branch, row.commit?.slice(0, 8)].filter(Boolean).join(' @ ') || row.run_id, 80);
}
