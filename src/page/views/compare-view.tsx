/** Two runs side by side: first what matters, then what changed test by test; what did not is only counted. */
import type { Comparison } from '../../envelope/compare.js';
import { whatMatters } from '../../envelope/compare-words.js';
import { Broken } from '../broken.js';
import { ChangeTable, type ComparedTest, changeText } from '../change-table.js';
import { DidItHelp, GateTable, MovedFigures } from '../compared-figures.js';
import { Badge } from '../mark.js';
import type { RunRow } from '../page-data.js';
import { hashOf, useScrollMemory } from '../route.js';
import { useAnswer } from '../viewer/api.js';
import { figure, milliseconds, moment, plural, shown } from '../words.js';

const ORDER = ['regressed', 'changed', 'fixed', 'new', 'removed', 'same'] as const;

/** From bad to good; a new test that is not green comes before those that are. */
function placeOf({ change, current }: ComparedTest): number {
  return (
    ORDER.indexOf(change) + (change === 'new' && (current === 'pass' || current === 'skipped') ? 0.5 : 0)
  );
}

interface Props {
  base: string;
  current: string;
  /** What the list knows of the runs. */
  rows: readonly RunRow[];
}

export function CompareView({ base, current, rows }: Props) {
  const answer = useAnswer<Comparison>(
    `compare?base=${encodeURIComponent(base)}&current=${encodeURIComponent(current)}`,
  );
  useScrollMemory(`compare ${base} ${current}`);
  if (!answer) return <p class="dim">Comparing…</p>;
  if ('trouble' in answer) return <Broken {...answer.trouble} />;
  const row = (id: string) => rows.find(({ run_id }) => run_id === id);
  return <ComparedRuns comparison={answer.value} known={{ base, current, rowOf: row }} />;
}

interface ComparedProps {
  comparison: Comparison;
  /** The runs as the viewer knows them; in a file of its own there is no page of either. */
  known?: { base: string; current: string; rowOf(id: string): RunRow | undefined };
}

export function ComparedRuns({ comparison: value, known }: ComparedProps) {
  const tests: ComparedTest[] = [...value.cases, ...value.groups];
  const changed = tests.filter(({ change, figures }) => change !== 'same' || Object.keys(figures).length > 0);
  changed.sort((a, b) => placeOf(a) - placeOf(b));
  return (
    <main id="main">
      {known && (
        <nav class="crumbs" aria-label="runs">
          <a href="#/">← All runs</a>
          <a href={hashOf(['compare', known.current, known.base])}>Swap</a>
        </nav>
      )}
      <h1>{sentence(value)}</h1>
      <div class="pair">
        <Side title="Base" run={value.base} linked={!!known} row={known?.rowOf(known.base)} />
        <Side title="Current" run={value.current} linked={!!known} row={known?.rowOf(known.current)} />
      </div>
      <GateTable gates={value.gates} />
      <DidItHelp comparison={value} />
      <MovedFigures comparison={value} />
      {changed.length > 0 && (
        <section class="card" aria-labelledby="changed">
          <h2 id="changed">What changed</h2>
          <ChangeTable tests={changed} runs={known} />
        </section>
      )}
      {value.coverage && (
        <section class="card">
          <h2>Coverage</h2>
          <p>Percent of the tools that are called: {changeText(value.coverage.percent, 'not measured')}</p>
          {value.coverage.newly_uncovered.length > 0 && (
            <p>No longer called: {shown(value.coverage.newly_uncovered.join(', '), 600)}</p>
          )}
        </section>
      )}
      <p class="dim unchanged">{plural(value.counts.same ?? 0, 'test')} unchanged.</p>
    </main>
  );
}

interface SideProps {
  title: string;
  run: Comparison['base'];
  row: RunRow | undefined;
  linked: boolean;
}

function Side({ title, run, row, linked }: SideProps) {
  const name = row?.started_at === undefined ? shown(run.run_id, 64) : moment(row.started_at);
  const source = [row?.branch, row?.commit?.slice(0, 8)].filter(Boolean).join(' @ ');
  return (
    <section class="card">
      <h2>
        {title} <Badge verdict={run.verdict} />
      </h2>
      <p>
        {linked ? <a href={hashOf(['run', run.run_id])}>{name}</a> : <code>{name}</code>}{' '}
        {source !== '' && <code>{shown(source, 80)}</code>}
      </p>
      <p class="dim">
        {[
          row?.summary && plural(row.summary.total, 'test'),
          row?.summary && `${row.summary.failed} failed`,
          row?.tokens !== undefined && `${figure(row.tokens)} tokens`,
          milliseconds(run.duration_ms),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>
  );
}

function sentence(comparison: Comparison): string {
  const parts = whatMatters(comparison);
  return parts.length === 0 ? 'No verdict changed.' : `${parts.join(', ')}.`;
}
