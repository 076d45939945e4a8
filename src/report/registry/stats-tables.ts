/** The figures of a registry as tables: the same in a terminal and in Markdown. */
import { DIMENSION_LABELS, DIMENSIONS } from '../../page/registry/labels.js';
import { PUBLISHED } from '../../page/registry/published.js';
import { trendRows } from '../../page/registry/trend-rows.js';
import type { RegistryStats, ServerFigures, ToolFigures } from '../../types/registry-stats.js';
import type { Tier } from '../../types/tdqs.js';

export interface Table {
  title: string;
  head: string[];
  rows: string[][];
}

const OURS = 'ours';
const THEIRS = 'published';
const TIER_FLOORS: [Tier, string][] = [
  ['A', '≥ 3.5'],
  ['B', '≥ 3.0'],
  ['C', '≥ 2.0'],
  ['D', '≥ 1.0'],
  ['F', 'below'],
];

export function statsTables({ current, all, servers, trend }: RegistryStats): Table[] {
  const tables: Table[] = [];
  if (current !== null) tables.push(...toolTables(current));
  tables.push(serverTable(servers));
  if (all !== null && current !== null && all.scored > current.scored)
    tables.push({
      ...scoresTable(all),
      title: `Scores with earlier captures (${count(all.scored)} definitions)`,
    });
  if (trend !== undefined) {
    const rows = trendRows(trend.since, trend.until);
    tables.push({
      title: 'Trend',
      head: ['figure', trend.since.at.slice(0, 10), trend.until.at.slice(0, 10), 'change'],
      rows: rows.map(({ name, before, after, change }) => [name, before, after, change]),
    });
  }
  return tables;
}

function toolTables(figures: ToolFigures): Table[] {
  return [
    scoresTable(figures),
    {
      title: 'Tiers',
      head: ['tier', 'tools', OURS, THEIRS],
      rows: TIER_FLOORS.map(([tier, floor]) => [
        `${tier} (${floor})`,
        count(figures.tiers[tier].count),
        percent(figures.tiers[tier].share),
        percent(PUBLISHED.tiers[tier]),
      ]),
    },
    {
      title: 'Dimensions',
      head: ['dimension', 'weight', 'mean', THEIRS, 'smell (< 3)', THEIRS],
      rows: DIMENSIONS.map((name) => {
        const { weight, mean, smells } = figures.dimensions[name];
        const published = PUBLISHED.dimensions[name];
        return [
          DIMENSION_LABELS[name],
          `${weight}%`,
          mean.toFixed(2),
          published.mean.toFixed(2),
          percent(smells.share),
          percent(published.smells),
        ];
      }),
    },
    {
      title: 'Smells and gates',
      head: ['', 'tools', OURS, THEIRS],
      rows: [
        ['any smell', figures.any_smell, PUBLISHED.any_smell] as const,
        ['no description', figures.gates.no_description, PUBLISHED.gates.no_description] as const,
        [
          'contradicts its annotations',
          figures.gates.annotation_contradiction,
          PUBLISHED.gates.annotation_contradiction,
        ] as const,
        [
          'restates its name',
          figures.gates.tautological_description,
          PUBLISHED.gates.tautological_description,
        ] as const,
      ].map(([name, ours, theirs]) => [name, count(ours.count), `${ours.share.toFixed(2)}%`, `${theirs}%`]),
    },
  ];
}

function scoresTable(figures: ToolFigures): Table {
  return {
    title: `Scores of ${count(figures.scored)} tools`,
    head: ['', OURS, THEIRS],
    rows: [
      ['mean', figures.mean.toFixed(2), PUBLISHED.mean.toFixed(2)],
      ['lower quartile', figures.p25.toFixed(2), PUBLISHED.p25.toFixed(2)],
      ['median', figures.median.toFixed(2), PUBLISHED.median.toFixed(2)],
      ['upper quartile', figures.p75.toFixed(2), PUBLISHED.p75.toFixed(2)],
      ['B or better', percent(figures.passing.share), percent(PUBLISHED.passing)],
    ],
  };
}

function serverTable(figures: ServerFigures): Table {
  const score = (value: number | undefined): string => value?.toFixed(2) ?? '–';
  const { dimensions } = figures;
  return {
    title: `Servers (${count(figures.with_overall)} with a score as a whole)`,
    head: ['', OURS, THEIRS],
    rows: [
      ['overall, mean', score(figures.overall), score(PUBLISHED.overall)],
      ['description quality', score(figures.description_quality), score(PUBLISHED.description_quality)],
      ['coherence', score(figures.coherence), score(PUBLISHED.coherence)],
      ['  naming', score(dimensions?.naming_consistency), score(PUBLISHED.naming_consistency)],
      ['  distinct', score(dimensions?.disambiguation), score(PUBLISHED.disambiguation)],
      [
        '  number of tools',
        score(dimensions?.tool_count_appropriateness),
        score(PUBLISHED.tool_count_appropriateness),
      ],
      ['  completeness', score(dimensions?.completeness), '–'],
      ['worst tool below the mean', score(figures.worst_tool_gap), score(PUBLISHED.worst_tool_gap)],
      [
        'with a tool a point or more below',
        percent(figures.point_below.share),
        percent(PUBLISHED.point_below),
      ],
    ],
  };
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function percent(value: number): string {
  return `${value.toFixed(1)}%`;
}
