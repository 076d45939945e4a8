/** Agent tests over their runs: floors with their intervals, pooled figures, the distractor curve. */

import { distractorStrata, type Stratum } from '../../envelope/distractor-strata.js';
import { rowNames } from '../../envelope/row-names.js';
import type { Floor, Group } from '../../types/envelope.js';
import { Checks } from '../checks.js';
import { Badge, Mark } from '../mark.js';
import { floorVerdict } from '../matrix-table.js';
import { linePath, scale } from '../scale.js';
import { Prose } from '../value.js';
import { figure, plural, shown } from '../words.js';

export function Floors({ floors }: { floors: readonly Floor[] }) {
  if (floors.length === 0) return null;
  const named = rowNames(floors);
  return (
    <section class="card" aria-labelledby="floors">
      <h2 id="floors">Tool selection over runs</h2>
      <ul class="rows">
        {floors.slice(0, 200).map((floor, at) => (
          <li key={at}>
            <Mark verdict={floorVerdict(floor)} />
            <FloorFacts floor={floor} name={named(floor.agent, floor)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FloorFacts({ floor, name }: { floor: Floor; name: string }) {
  const reasons = floor.inconclusive === undefined ? floor.reasons : [floor.inconclusive, ...floor.reasons];
  return (
    <div>
      <p>
        <strong>{shown(name, 200)}</strong>{' '}
        <span class="dim">
          {floor.model !== undefined && `${shown(floor.model, 60)} · `}
          {floor.selected} of {plural(floor.runs, 'run')} chose{' '}
          {floor.expected_tool === undefined ? 'the tool' : shown(floor.expected_tool, 80)}
          {floor.tokens && ` · ${figure(floor.tokens.median)} tokens (median)`}
          {floor.max_total_tokens !== undefined && ` · at most ${figure(floor.max_total_tokens)} a run`}
        </span>
      </p>
      {floor.selection_rate !== undefined && (
        <Interval value={floor.selection_rate} interval={floor.interval} minimum={floor.min_selection_rate} />
      )}
      {reasons.filter(Boolean).map((reason) => (
        <p key={reason} class="message">
          <Prose text={shown(reason, 300)} />
        </p>
      ))}
      <RunDots floor={floor} />
    </div>
  );
}

interface IntervalProps {
  value: number;
  interval?: readonly number[] | undefined;
  /** What the floor asks for. */
  minimum?: number | undefined;
}

const LABELLED = [
  [0, 'start'],
  [0.5, 'middle'],
  [1, 'end'],
] as const;

/** A rate, what it may be with 95 % confidence, and the floor that it should not be below. */
function Interval({ value, interval: bounds, minimum }: IntervalProps) {
  const interval = bounds?.length === 2 ? bounds : undefined;
  const share = (rate: number): number => Math.max(0, Math.min(1, rate > 1 ? rate / 100 : rate));
  const x = scale([0, 1], [6, 294]);
  const [low, high] = (interval ?? [value, value]).map(share) as [number, number];
  const percent = (rate: number): string => `${Math.round(share(rate) * 100)}%`;
  const label = [
    percent(value),
    interval && `95% interval ${percent(low)} to ${percent(high)}`,
    minimum !== undefined && `floor ${percent(minimum)}`,
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <figure>
      <svg class="plot interval" viewBox="0 0 300 28" role="img" aria-label={label}>
        <line class="axis" x1="6" x2="294" y1="8" y2="8" />
        {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
          <line key={tick} class="axis" x1={x(tick)} x2={x(tick)} y1="5" y2="11" />
        ))}
        {LABELLED.map(([tick, anchor]) => (
          <text key={tick} x={x(tick)} y="26" text-anchor={anchor}>
            {`${tick * 100}%`}
          </text>
        ))}
        <line class="range" x1={x(low)} x2={x(high)} y1="8" y2="8" />
        <circle class="dot" cx={x(share(value))} cy="8" r="5" />
        {minimum !== undefined && (
          <line class="limit" x1={x(share(minimum))} x2={x(share(minimum))} y1="0" y2="16" />
        )}
      </svg>
      <figcaption class="dim">{label}</figcaption>
    </figure>
  );
}

function RunDots({ floor }: { floor: Floor }) {
  if (floor.per_run.length < 2 || floor.per_run.length > 200) return null;
  return (
    <p class="dots dim">
      {floor.per_run.map((run) => (
        <span key={run.run} title={`run ${run.run}: ${shown(run.called.join(', ') || 'no call', 200)}`}>
          <Mark verdict={run.selected && !run.over_budget ? 'pass' : 'fail'} />
        </span>
      ))}
    </p>
  );
}

export function Groups({ groups }: { groups: readonly Group[] }) {
  const several = groups.filter((group) => group.runs !== 1 || Object.keys(group.figures).length > 0);
  if (several.length === 0) return null;
  const named = rowNames(groups);
  return (
    <section class="card" aria-labelledby="groups">
      <h2 id="groups">Agent tests</h2>
      {several.slice(0, 200).map((group, at) => (
        <details key={at} open={group.verdict !== 'pass' || several.length <= 3}>
          <summary>
            {isGated(group) && <Badge verdict={group.verdict} />}{' '}
            <strong>{shown(named(group.name, group), 300)}</strong>{' '}
            <span class="dim">
              {group.model !== undefined && `${shown(group.model, 60)} · `}
              {plural(group.runs, 'run')}
              {group.grade !== undefined && ` · grade ${shown(group.grade, 10)}`}
            </span>
          </summary>
          <Curve points={curveOf(group.figures)} />
          <dl class="figures">
            {Object.entries(group.figures).map(([name, value]) => (
              <div key={name}>
                <dt>{shown(name, 120)}</dt>
                <dd>{figure(value)}</dd>
              </div>
            ))}
          </dl>
          <Checks checks={group.checks} />
          {(group.explain ?? []).slice(0, 20).map((text) => (
            <p key={text} class="dim">
              <Prose text={shown(text, 400)} />
            </p>
          ))}
        </details>
      ))}
    </section>
  );
}

/** `distractors.accuracy_at_<n>` over n. */
function curveOf(figures: Record<string, number>): [number, number][] {
  return Object.entries(figures)
    .flatMap(([name, value]) => {
      const count = /^distractors\.accuracy_at_(\d+)$/.exec(name)?.[1];
      return count === undefined ? [] : [[Number(count), value] as [number, number]];
    })
    .sort((a, b) => a[0] - b[0]);
}

const TASKS: Record<Stratum['complexity'], string> = {
  serial: 'Serial tasks',
  parallel: 'Parallel tasks',
  unsaid: 'Other tasks',
};

/** Accuracy among distractors, serial and parallel tasks apart. Absent where no test says which it is. */
export function Strata({ groups }: { groups: readonly Group[] }) {
  const strata = distractorStrata(groups);
  if (strata.length === 0) return null;
  return (
    <section class="card" aria-labelledby="strata">
      <h2 id="strata">Accuracy among distractors</h2>
      {strata.slice(0, 50).map(({ complexity, model, tests, runs, accuracy, points }, at) => (
        <div key={at}>
          <h3>
            {TASKS[complexity]}{' '}
            <span class="dim">
              {model !== undefined && `${shown(model, 60)} · `}
              {figure(accuracy)}% in {plural(runs, 'run')} of {plural(tests, 'test')}
            </span>
          </h3>
          <Curve points={points.map((point) => [point.count, point.accuracy])} />
        </div>
      ))}
    </section>
  );
}

/** Where there are at least two points. */
function Curve({ points }: { points: readonly [number, number][] }) {
  const [first, last] = [points.at(0), points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const x = scale([first[0], last[0]], [44, 380]);
  const y = scale([0, 100], [120, 12]);
  const path = linePath(points.map(([count, accuracy]) => [x(count), y(accuracy)]));
  const label = points.map(([count, accuracy]) => `${count} distractors: ${figure(accuracy)}%`).join(', ');
  return (
    <figure>
      <svg class="plot curve" viewBox="0 0 400 150" role="img" aria-label={`Accuracy. ${label}`}>
        {[0, 50, 100].map((tick) => (
          <g key={tick}>
            <line class="axis" x1="44" x2="380" y1={y(tick)} y2={y(tick)} />
            <text x="36" y={y(tick) + 4} text-anchor="end">
              {tick}%
            </text>
          </g>
        ))}
        <path class="line" d={path} fill="none" />
        {points.map(([count, accuracy]) => (
          <g key={count}>
            <circle class="dot" cx={x(count)} cy={y(accuracy)} r="4" />
            <text x={x(count)} y="140" text-anchor="middle">
              {count}
            </text>
          </g>
        ))}
      </svg>
      <figcaption class="dim">accuracy by number of distractor tools</figcaption>
    </figure>
  );
}

/** Whether anything was asked of the figures: "passed" beside runs that failed would be read as a verdict on them. */
function isGated({ verdict, checks }: Group): boolean {
  return verdict !== 'pass' || checks.length > 0;
}
