/** The figures of a whole registry, with plots, beside the published ones. */
import type { RegistryStats, ServerFigures, Share, ToolFigures } from '../../types/registry-stats.js';
import { figure, moment, plural, shown } from '../words.js';
import { Histogram } from './histogram.js';
import { DIMENSION_LABELS, DIMENSIONS } from './labels.js';
import { Bar, TIERS, TierMark } from './parts.js';
import { PUBLISHED } from './published.js';
import { Trend } from './trend.js';

export function StatsView({ stats }: { stats: RegistryStats }) {
  const { counts, current, all, servers, trend } = stats;
  return (
    <main id="main">
      <h1>Figures of the registry</h1>
      <p class="dim">
        {plural(counts.servers, 'server')}, {plural(counts.tools, 'tool')}, {percent(counts.scored)} of them
        scored; {figure(counts.definitions)} definitions with earlier captures. Judged by{' '}
        {shown(stats.judge, 60)} ({shown(stats.rubric, 60)}), {moment(stats.made_at)}. A line in a bar is the
        figure of the {PUBLISHED.name}: {figure(PUBLISHED.definitions)} definitions, another judge.
      </p>
      {current === null ? (
        <section class="card">
          <p>No tool has a score yet.</p>
        </section>
      ) : (
        <Tools figures={current} />
      )}
      <Servers figures={servers} />
      {all !== null && current !== null && all.scored > current.scored && (
        <section class="card" aria-labelledby="ever">
          <h2 id="ever">With earlier captures</h2>
          <p>
            {plural(all.scored, 'scored definition')}: mean {all.mean.toFixed(2)}, median{' '}
            {all.median.toFixed(2)}, quartiles {all.p25.toFixed(2)} and {all.p75.toFixed(2)},{' '}
            {percent(all.any_smell)} with a smell.
          </p>
        </section>
      )}
      {trend !== undefined && <Trend {...trend} />}
    </main>
  );
}

function percent({ share }: Share): string {
  return `${share.toFixed(share < 10 ? 2 : 1)}%`;
}

function Tools({ figures }: { figures: ToolFigures }) {
  return (
    <>
      <section class="card" aria-labelledby="distribution">
        <h2 id="distribution">Scores of tools</h2>
        <p>
          {plural(figures.scored, 'tool')}: mean <strong>{figures.mean.toFixed(2)}</strong> (published{' '}
          {PUBLISHED.mean}), median {figures.median.toFixed(2)} ({PUBLISHED.median}), quartiles{' '}
          {figures.p25.toFixed(2)} and {figures.p75.toFixed(2)} ({PUBLISHED.p25} and {PUBLISHED.p75})
        </p>
        <Histogram
          label="tools by score"
          values={figures.histogram.map(({ tdqs, count }) => ({ value: tdqs, count }))}
        />
      </section>
      <Tiers figures={figures} />
      <Dimensions figures={figures} />
      <Gates figures={figures} />
    </>
  );
}

function Tiers({ figures }: { figures: ToolFigures }) {
  return (
    <section class="card" aria-labelledby="tiers">
      <h2 id="tiers">Tiers</h2>
      <ul class="surface shares">
        {TIERS.map((tier) => (
          <li key={tier}>
            <span>
              <TierMark tier={tier} />
            </span>
            <Bar value={figures.tiers[tier].share} most={100} beside={PUBLISHED.tiers[tier]} />
            <span class="number">{percent(figures.tiers[tier])}</span>
            <span class="dim">
              {plural(figures.tiers[tier].count, 'tool')}, published {PUBLISHED.tiers[tier]}%
            </span>
          </li>
        ))}
      </ul>
      <p class="dim">
        {percent(figures.passing)} are B or better (published {PUBLISHED.passing}%).
      </p>
    </section>
  );
}

function Dimensions({ figures }: { figures: ToolFigures }) {
  return (
    <section class="card" aria-labelledby="dimensions">
      <h2 id="dimensions">Dimensions</h2>
      <h3>Mean, 1 to 5</h3>
      <ul class="surface shares">
        {DIMENSIONS.map((name) => (
          <li key={name}>
            <span>
              {DIMENSION_LABELS[name]} <span class="dim">{figures.dimensions[name].weight}%</span>
            </span>
            <Bar value={figures.dimensions[name].mean} most={5} beside={PUBLISHED.dimensions[name].mean} />
            <span class="number">{figures.dimensions[name].mean.toFixed(2)}</span>
            <span class="dim">published {PUBLISHED.dimensions[name].mean.toFixed(2)}</span>
          </li>
        ))}
      </ul>
      <h3>Smells: below 3</h3>
      <ul class="surface shares">
        {DIMENSIONS.map((name) => (
          <li key={name}>
            <span>{DIMENSION_LABELS[name]}</span>
            <Bar
              value={figures.dimensions[name].smells.share}
              most={100}
              beside={PUBLISHED.dimensions[name].smells}
              tone="fail"
            />
            <span class="number">{percent(figures.dimensions[name].smells)}</span>
            <span class="dim">published {PUBLISHED.dimensions[name].smells}%</span>
          </li>
        ))}
      </ul>
      <p class="dim">
        {percent(figures.any_smell)} of the tools have at least one smell (published {PUBLISHED.any_smell}%).
      </p>
    </section>
  );
}

const GATE_LABELS = {
  no_description: 'No description',
  annotation_contradiction: 'Contradicts its annotations',
  tautological_description: 'Restates its name',
} as const;

function Gates({ figures }: { figures: ToolFigures }) {
  return (
    <section class="card" aria-labelledby="gates">
      <h2 id="gates">Gates</h2>
      <dl class="figures">
        {(Object.keys(GATE_LABELS) as (keyof typeof GATE_LABELS)[]).map((name) => (
          <div key={name}>
            <dt>{GATE_LABELS[name]}</dt>
            <dd>
              {percent(figures.gates[name])} <span class="dim">published {PUBLISHED.gates[name]}%</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Servers({ figures }: { figures: ServerFigures }) {
  const { dimensions } = figures;
  const rows: [string, number | undefined, number][] = [
    ['Overall', figures.overall, PUBLISHED.overall],
    ['Description quality', figures.description_quality, PUBLISHED.description_quality],
    ['Coherence', figures.coherence, PUBLISHED.coherence],
    ['Naming', dimensions?.naming_consistency, PUBLISHED.naming_consistency],
    ['Distinct', dimensions?.disambiguation, PUBLISHED.disambiguation],
    ['Number of tools', dimensions?.tool_count_appropriateness, PUBLISHED.tool_count_appropriateness],
    ['Worst tool below the mean', figures.worst_tool_gap, PUBLISHED.worst_tool_gap],
  ];
  return (
    <section class="card" aria-labelledby="servers">
      <h2 id="servers">Servers</h2>
      <Histogram
        label="servers by score"
        values={figures.histogram.map(({ overall, count }) => ({ value: overall, count }))}
      />
      <dl class="figures">
        {rows.map(([name, value, published]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value === undefined ? '–' : value.toFixed(2)}{' '}
              <span class="dim">published {published.toFixed(2)}</span>
            </dd>
          </div>
        ))}
        <div>
          <dt>With a tool a point or more below</dt>
          <dd>
            {percent(figures.point_below)} <span class="dim">published {PUBLISHED.point_below}%</span>
          </dd>
        </div>
      </dl>
    </section>
  );
}
