/** Two snapshots as the rows of a table: the same on the page, in the terminal and in Markdown. */
import type { Snapshot } from '../../types/registry-stats.js';
import type { Dimension } from '../../types/tdqs.js';
import { DIMENSION_LABELS } from './labels.js';

export interface TrendRow {
  name: string;
  before: string;
  after: string;
  change: string;
}

interface Figure {
  name: string;
  of(snapshot: Snapshot): number | undefined;
  /** A share in percent, a score, or a number of things. */
  unit: 'percent' | 'score' | 'count';
}

const FIGURES: readonly Figure[] = [
  { name: 'Tools scored', of: ({ tools }) => tools?.scored ?? 0, unit: 'count' },
  { name: 'Mean TDQS', of: ({ tools }) => tools?.mean, unit: 'score' },
  { name: 'Median TDQS', of: ({ tools }) => tools?.median, unit: 'score' },
  ...(['A', 'B', 'C', 'D'] as const).map(
    (tier): Figure => ({
      name: `Tier ${tier}`,
      of: ({ tools }) => tools?.tiers[tier].share,
      unit: 'percent',
    }),
  ),
  { name: 'Any smell', of: ({ tools }) => tools?.any_smell.share, unit: 'percent' },
  ...(Object.entries(DIMENSION_LABELS) as [Dimension, string][]).map(
    ([dimension, label]): Figure => ({
      name: `${label}, mean`,
      of: ({ tools }) => tools?.dimensions[dimension].mean,
      unit: 'score',
    }),
  ),
  { name: 'No description', of: ({ tools }) => tools?.gates.no_description.share, unit: 'percent' },
  { name: 'Servers scored', of: ({ servers }) => servers.scored, unit: 'count' },
  { name: 'Overall score of servers', of: ({ servers }) => servers.overall, unit: 'score' },
  { name: 'Description quality', of: ({ servers }) => servers.description_quality, unit: 'score' },
  { name: 'Coherence', of: ({ servers }) => servers.coherence, unit: 'score' },
  { name: 'Worst tool below the mean', of: ({ servers }) => servers.worst_tool_gap, unit: 'score' },
];

export function trendRows(since: Snapshot, until: Snapshot): TrendRow[] {
  return FIGURES.map(({ name, of, unit }) => {
    const [before, after] = [of(since), of(until)];
    const known = before !== undefined && after !== undefined;
    return {
      name,
      before: written(before, unit),
      after: written(after, unit),
      change: known ? signed(after - before, unit) : '',
    };
  });
}

function written(value: number | undefined, unit: Figure['unit']): string {
  if (value === undefined) return '–';
  if (unit === 'count') return value.toLocaleString('en');
  return unit === 'percent' ? `${value.toFixed(1)}%` : value.toFixed(2);
}

function signed(value: number, unit: Figure['unit']): string {
  const text = written(Math.abs(value), unit);
  if (!/[1-9]/.test(text)) return 'same';
  return `${value > 0 ? '+' : '−'}${text}`;
}
