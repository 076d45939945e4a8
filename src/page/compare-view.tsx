/** Two runs side by side: what changed first, what did not only counted. */
import { useAnswer } from './api.js';
import { Broken } from './broken.js';
import { Badge } from './mark.js';
import { hashOf, useScrollMemory } from './route.js';
import { figure, milliseconds, plural, shown } from './words.js';

interface Delta {
  base?: number;
  current?: number;
  delta?: number;
}

/** What `report --compare --format json` gives. */
interface Comparison {
  base: { run_id: string; verdict: string; duration_ms: number };
  current: { run_id: string; verdict: string; duration_ms: number };
  cases: {
    id: string;
    name: string;
    change: 'same' | 'regressed' | 'fixed' | 'changed' | 'new' | 'removed';
    base?: string;
    current?: string;
    duration_ms: Delta;
    figures: Record<string, Delta>;
  }[];
  floors: { agent: string; model?: string; base?: boolean; current?: boolean; selection_rate: Delta }[];
  coverage?: { percent: Delta; newly_covered: string[]; newly_uncovered: string[] };
  counts: Record<string, number>;
}

const ORDER = ['regressed', 'changed', 'fixed', 'new', 'removed', 'same'] as const;

export function CompareView({ base, current }: { base: string; current: string }) {
  const answer = useAnswer<Comparison>(
    `compare?base=${encodeURIComponent(base)}&current=${encodeURIComponent(current)}`,
  );
  useScrollMemory(`compare ${base} ${current}`);
  if (!answer) return <p class="dim">Comparing…</p>;
  if ('trouble' in answer) return <Broken {...answer.trouble} />;
  const { value } = answer;
  const changed = value.cases.filter(
    ({ change, figures }) => change !== 'same' || Object.keys(figures).length > 0,
  );
  changed.sort((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change));
  return (
    <main id="main">
      <nav class="crumbs" aria-label="runs">
        <a href="#/">← All runs</a>
        <a href={hashOf(['compare', current, base])}>Swap</a>
      </nav>
      <h1>{sentence(value)}</h1>
      <div class="pair">
        <Side title="Base" run={value.base} />
        <Side title="Current" run={value.current} />
      </div>
      {changed.length > 0 && (
        <section class="card" aria-labelledby="changed">
          <h2 id="changed">What changed</h2>
          <ul class="rows">
            {changed.slice(0, 500).map((row) => (
              <li key={row.id}>
                <span class={`change ${row.change}`}>{row.change}</span>
                <div>
                  <p>
                    <a href={hashOf(['run', row.current === undefined ? base : current, 'test', row.id])}>
                      {shown(row.name, 200)}
                    </a>{' '}
                    <span class="dim">
                      {[row.base ?? 'not there', row.current ?? 'gone'].join(' → ')}
                      {times(row.duration_ms)}
                    </span>
                  </p>
                  {Object.entries(row.figures)
                    .slice(0, 20)
                    .map(([name, delta]) => (
                      <p key={name} class="dim">
                        {shown(name, 120)}: {change(delta)}
                      </p>
                    ))}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {value.floors.length > 0 && (
        <section class="card">
          <h2>Floors</h2>
          {value.floors.slice(0, 100).map((floor) => (
            <p key={`${floor.agent} ${floor.model}`}>
              {shown(floor.agent, 120)} <span class="dim">{shown(floor.model ?? '', 60)}</span>: selection
              rate {change(floor.selection_rate)}
            </p>
          ))}
        </section>
      )}
      {value.coverage && (
        <section class="card">
          <h2>Coverage</h2>
          <p>{change(value.coverage.percent)} percent of the tools are called.</p>
          {value.coverage.newly_uncovered.length > 0 && (
            <p>No longer called: {shown(value.coverage.newly_uncovered.join(', '), 600)}</p>
          )}
        </section>
      )}
      <p class="dim">{plural(value.counts.same ?? 0, 'test')} unchanged.</p>
    </main>
  );
}

function Side({ title, run }: { title: string; run: Comparison['base'] }) {
  return (
    <section class="card">
      <h2>
        {title} <Badge verdict={run.verdict} />
      </h2>
      <p>
        <a href={hashOf(['run', run.run_id])}>{shown(run.run_id, 64)}</a>{' '}
        <span class="dim">{milliseconds(run.duration_ms)}</span>
      </p>
    </section>
  );
}

function sentence({ counts }: Comparison): string {
  const { regressed = 0, fixed = 0, changed = 0 } = counts;
  const parts = [
    regressed > 0 && `${regressed} regressed`,
    fixed > 0 && `${fixed} fixed`,
    changed > 0 && `${changed} changed`,
    (counts.new ?? 0) > 0 && `${counts.new} new`,
    (counts.removed ?? 0) > 0 && `${counts.removed} removed`,
  ].filter(Boolean);
  return parts.length === 0 ? 'No verdict changed.' : `${parts.join(', ')}.`;
}

function times({ base, current }: Delta): string {
  const [before, after] = [milliseconds(base), milliseconds(current)];
  return before === after || before === '' || after === '' ? '' : `, ${before} → ${after}`;
}

function change({ base, current, delta }: Delta): string {
  const show = (value: number | undefined): string => (value === undefined ? 'none' : figure(value));
  const by = delta === undefined || delta === 0 ? '' : ` (${delta > 0 ? '+' : ''}${figure(delta)})`;
  return base === current ? show(current) : `${show(base)} → ${show(current)}${by}`;
}
