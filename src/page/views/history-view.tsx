/** Tests through the saved runs that can be compared: which change, which are slow, which cost; and one test by itself. */

import { Broken } from '../broken.js';
import { Mark } from '../mark.js';
import type { RunRow, TestHistory, TestPoint } from '../page-data.js';
import { hashOf } from '../route.js';
import { linePath, scale } from '../scale.js';
import { useAnswer } from '../viewer/api.js';
import { dollars, figure, milliseconds, moment, plural, shown } from '../words.js';

const SHOWN = 5;

export function useHistory(run: string) {
  return useAnswer<TestHistory[]>(`history?run=${encodeURIComponent(run)}`);
}

/** How often the verdict was another than in the run before, and how often a retry was needed. */
export function unrest({ points }: TestHistory): number {
  const judged = points.filter(({ verdict }) => verdict !== 'skipped');
  const turns = judged.filter((point, at) => at > 0 && point.verdict !== judged[at - 1]?.verdict).length;
  return turns + judged.filter(({ flaky }) => flaky).length;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const timeOf = ({ points }: TestHistory): number =>
  median(points.filter(({ verdict }) => verdict !== 'skipped').map(({ duration_ms }) => duration_ms));
const costOf = ({ points }: TestHistory): number =>
  points.reduce((sum, { cost_usd = 0 }) => sum + cost_usd, 0);

export function TestsOverTime({ run }: { run: string }) {
  const answer = useHistory(run);
  if (!answer || 'trouble' in answer) return null;
  const tests = answer.value;
  return (
    <div class="over-time">
      <Ranking
        title="Flaky and changing"
        {...{ run, tests, of: unrest }}
        show={(value) => plural(value, 'change')}
      />
      <Ranking title="Slowest" {...{ run, tests, of: timeOf }} show={milliseconds} />
      <Ranking title="Most expensive, all runs together" {...{ run, tests, of: costOf }} show={dollars} />
    </div>
  );
}

interface RankingProps {
  title: string;
  run: string;
  tests: readonly TestHistory[];
  of(test: TestHistory): number;
  show(value: number): string;
}

function Ranking({ title, run, tests, of, show }: RankingProps) {
  const ranked = tests
    .map((test) => ({ test, value: of(test) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, SHOWN);
  if (ranked.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="plain ranking">
        {ranked.map(({ test, value }) => (
          <li key={test.id}>
            <a href={hashOf(['history', run, test.id])}>{shown(test.name, 80)}</a>{' '}
            <Squares points={test.points} /> <span class="number dim">{show(value)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One square a run, oldest first. */
function Squares({ points }: { points: readonly TestPoint[] }) {
  const last = points.slice(-30);
  return (
    <svg
      class="squares"
      width={last.length * 9}
      height="9"
      role="img"
      aria-label={`oldest first: ${last.map(({ verdict }) => verdict).join(', ')}`}
    >
      {last.map(({ run_id, verdict, flaky }, at) => (
        <rect key={run_id} class={flaky ? 'inconclusive' : verdict} x={at * 9} width="7" height="9" rx="2" />
      ))}
    </svg>
  );
}

interface Props {
  run: string;
  test: string;
  rows: readonly RunRow[];
}

export function HistoryView({ run, test, rows }: Props) {
  const answer = useHistory(run);
  if (!answer) return <p class="dim">Reading the runs…</p>;
  if ('trouble' in answer) return <Broken {...answer.trouble} />;
  const found = answer.value.find(({ id }) => id === test);
  return (
    <main id="main">
      <nav class="crumbs" aria-label="runs">
        <a href="#/">← All runs</a>
      </nav>
      <h1>{found === undefined ? 'There is no such test in these runs.' : shown(found.name, 300)}</h1>
      {found ? (
        <OneTest history={found} rows={rows} />
      ) : (
        <p>It may have been renamed: a test is known by its file and its name.</p>
      )}
    </main>
  );
}

function OneTest({ history, rows }: { history: TestHistory; rows: readonly RunRow[] }) {
  const { points } = history;
  const passed = points.filter(({ verdict }) => verdict === 'pass').length;
  const byId = new Map(rows.map((row) => [row.run_id, row]));
  return (
    <>
      <p class="dim">
        Passed in {passed} of {plural(points.length, 'run')}, {plural(unrest(history), 'change')}, median{' '}
        {milliseconds(timeOf(history))}. <Squares points={points} />
      </p>
      <Times points={points} />
      <section class="card">
        <h2>Runs</h2>
        <div class="scroll">
          <table class="runs">
            <thead>
              <tr>
                {['Verdict', 'Started', 'Source', 'Time', 'Tokens'].map((name, at) => (
                  <th key={name} scope="col" class={at > 2 ? 'number' : undefined}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...points].reverse().map((point) => (
                <PointRow key={point.run_id} point={point} test={history.id} row={byId.get(point.run_id)} />
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}

function PointRow({ point, test, row }: { point: TestPoint; test: string; row: RunRow | undefined }) {
  const { run_id, verdict, flaky, duration_ms, tokens } = point;
  const source = [row?.branch, row?.commit?.slice(0, 8)].filter(Boolean).join(' @ ');
  return (
    <tr>
      <td>
        <Mark verdict={verdict} /> {flaky && <span class="flag">flaky</span>}
      </td>
      <td>
        <a href={hashOf(['run', run_id, 'test', test])}>
          {row?.started_at ? moment(row.started_at) : shown(run_id, 40)}
        </a>
      </td>
      <td class="dim">{shown(source, 60)}</td>
      <td class="number" data-label="Time">
        {milliseconds(duration_ms)}
      </td>
      <td class="number" data-label="Tokens">
        {tokens === undefined ? '' : figure(tokens)}
      </td>
    </tr>
  );
}

function Times({ points }: { points: readonly TestPoint[] }) {
  if (points.length < 2) return null;
  const most = Math.max(1, ...points.map(({ duration_ms }) => duration_ms));
  const x = scale([0, points.length - 1], [6, 594]);
  const y = scale([0, most], [74, 6]);
  return (
    <>
      <svg
        class="plot wide"
        viewBox="0 0 600 80"
        role="img"
        aria-label={`its time over ${points.length} runs, at most ${milliseconds(most)}`}
      >
        <line class="axis" x1="6" x2="594" y1="74" y2="74" />
        <path
          class="line"
          d={linePath(points.map(({ duration_ms }, at) => [x(at), y(duration_ms)]))}
          fill="none"
        />
        {points.map(({ run_id, duration_ms, verdict }, at) => (
          <circle key={run_id} class={`dot ${verdict}`} cx={x(at)} cy={y(duration_ms)} r="3.5">
            <title>{`${verdict}, ${milliseconds(duration_ms)}`}</title>
          </circle>
        ))}
      </svg>
      <p class="dim note">Its time in each run, from 0 to {milliseconds(most)}, oldest first</p>
    </>
  );
}
