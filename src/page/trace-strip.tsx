/**
 * A trace at a glance: its calls on a time axis, a lane for each agent, and below them the tokens of each turn and
 * the cost so far.
 * Calls follow one another, so a call begins where the ones before it ended; what the model took is not known.
 */

import type { TargetedMouseEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Trace, TraceTurn } from '../types/trace.js';
import { useKeys } from './keys.js';
import type { Step } from './steps.js';
import { dollars, milliseconds, shown } from './words.js';

const WIDE = 1000;
const LANE = 14;
const TOKENS = 22;
/** More than this cannot be told apart on a screen; the list below has them all. */
const MOST = 2000;
const KINDS = ['call', 'fail', 'inconclusive'];

interface Props {
  trace: Trace;
  steps: readonly Step[];
  failing: number | undefined;
  /** The step that was opened last. */
  current: number | undefined;
  show(step: number): void;
}

export interface Bar {
  step: number;
  x: number;
  width: number;
  lane: number;
  kind: string;
  label: string;
}

export function TraceStrip({ trace, steps, failing, current, show }: Props) {
  const { bars, lanes, ends, total } = useMemo(() => barsOf(steps), [steps]);
  const hasTurns = trace.turns?.some(hasPlace) === true;
  const costs = useMemo(() => costsOf(trace, ends), [trace, ends]);
  const height = lanes.length * LANE + (hasTurns ? TOKENS : 0);
  // Thousands of calls make long paths: they are written once, not with every step that is opened.
  const paths = useMemo(
    () => ({
      ...Object.fromEntries(KINDS.map((kind) => [kind, pathOf(bars.filter((bar) => bar.kind === kind))])),
      handoff: handoffs(bars),
      tokens: turnsPath(trace, ends, height),
      cost: costPath(costs, height),
    }),
    [bars, trace],
  );
  const { at, pressed } = useCallKeys(bars, current ?? failing, show);
  if (bars.length < 2) return null;
  return (
    <div class="strip">
      <div
        role="slider"
        tabIndex={0}
        aria-label="the calls over time"
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={at + 1}
        aria-valuetext={bars[at]?.label ?? `${bars.length} calls over ${milliseconds(total)}`}
        onKeyDown={pressed}
        onClick={(event) => {
          const bar = barUnder(event, bars);
          if (bar) show(bar.step);
        }}
        onMouseMove={(event) => {
          event.currentTarget.title = barUnder(event, bars)?.label ?? '';
        }}
      >
        <svg viewBox={`0 0 ${WIDE} ${height}`} preserveAspectRatio="none" height={height} aria-hidden="true">
          {Object.entries(paths).map(([kind, path]) => (
            <path key={kind} class={kind} d={path} />
          ))}
          <path class="current" d={pathOf(bars.filter((bar) => bar.step === current))} />
        </svg>
      </div>
      <Legend
        lanes={lanes.map((name) => name || trace.agent || 'the agent')}
        handoffs={trace.delegations ?? []}
        cost={costs.at(-1)?.sum}
        {...{ hasTurns, total }}
      />
    </div>
  );
}

/** The arrow keys go from call to call, wherever the reader is on the page; what the axis itself has heard is not heard twice. */
function useCallKeys(bars: readonly Bar[], open: number | undefined, show: (step: number) => void) {
  const at = bars.findIndex((bar) => bar.step === open);
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    const next = bars[Math.max(0, Math.min(bars.length - 1, at + (event.key === 'ArrowRight' ? 1 : -1)))];
    if (next) show(next.step);
  };
  useKeys({ ArrowLeft: pressed, ArrowRight: pressed });
  return { at, pressed };
}

function barUnder(
  { clientX, clientY, currentTarget }: TargetedMouseEvent<HTMLElement>,
  bars: readonly Bar[],
): Bar | undefined {
  const box = currentTarget.getBoundingClientRect();
  const x = ((clientX - box.x) / box.width) * WIDE;
  const lane = Math.floor((clientY - box.y) / LANE);
  return bars.findLast((bar) => bar.x <= x && bar.lane === lane);
}

/** Thousands of calls are a path for each kind: an element for each would take longer than the whole page may. */
function pathOf(bars: readonly Bar[]): string {
  return bars.map(({ x, width, lane }) => boxPath(x, lane * LANE + 1, width, LANE - 3)).join('');
}

/** Where the next call is another agent's, a line leads from lane to lane. */
function handoffs(bars: readonly Bar[]): string {
  return bars
    .map((bar, at) => {
      const next = bars[at + 1];
      if (next === undefined || next.lane === bar.lane) return '';
      const [from, to] = [bar.lane, next.lane].map((lane) => lane * LANE + LANE / 2);
      return `M${rounded(next.x)},${from}V${to}`;
    })
    .join('');
}

function boxPath(x: number, y: number, width: number, height: number): string {
  return `M${[x, y].map(rounded)}h${rounded(width)}v${rounded(height)}h${rounded(-width)}z`;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

interface LegendProps {
  lanes: string[];
  handoffs: NonNullable<Trace['delegations']>;
  hasTurns: boolean;
  /** Of all turns that are drawn. */
  cost: number | undefined;
  total: number;
}

function Legend({ lanes, handoffs: told, hasTurns, cost, total }: LegendProps) {
  return (
    <p class="dim">
      <span>0</span>
      <span>
        {lanes.length > 1 && `lanes from the top: ${lanes.map((name) => shown(name, 40)).join(', ')} · `}
        <i class="swatch call" aria-hidden="true" /> call <i class="swatch fail" aria-hidden="true" /> error{' '}
        <i class="swatch inconclusive" aria-hidden="true" /> distractor or injected fault
        {told.length > 0 && ` · hand-offs: ${handoffText(told)}`}
        {hasTurns && ' · light bars: tokens of each turn'}
        {cost !== undefined && ` · line: cost so far, up to ${dollars(cost)}`}
      </span>
      <span>{milliseconds(total)}</span>
    </p>
  );
}

function handoffText(told: LegendProps['handoffs']): string {
  const some = [...new Set(told.map(({ from, to }) => `${from} → ${to}`))];
  return shown(some.join(', '), 200);
}

/** The calls as bars; a call without a known length is as thin as a bar can be. */
export function barsOf(steps: readonly Step[]) {
  const calls = steps.flatMap((step, at) => (step.kind === 'call' ? [{ step, at }] : [])).slice(0, MOST);
  const lanes = [...new Set(calls.map(({ step }) => step.call.agent ?? ''))];
  const total = calls.reduce((sum, { step }) => sum + (step.call.duration_ms ?? 0), 0);
  const thin = Math.min(4, WIDE / Math.max(1, calls.length));
  const room = WIDE - thin * calls.length;
  const ends: number[] = [0];
  let x = 0;
  const bars = calls.map(({ step, at }): Bar => {
    const { call, number, distractor, fault } = step;
    const width = thin + (total === 0 ? room / calls.length : ((call.duration_ms ?? 0) / total) * room);
    const bar = {
      step: at,
      x,
      width: Math.max(0.5, width - Math.min(1, width / 4)),
      lane: lanes.indexOf(call.agent ?? ''),
      kind: kindOf(step),
      label: shown(
        `${number + 1} ${call.tool} ${milliseconds(call.duration_ms ?? 0)}${call.is_error ? ', error' : ''}${distractor ? ', distractor' : ''}${fault === undefined ? '' : `, injected ${fault}`}`,
        200,
      ),
    };
    x += width;
    ends.push(x);
    return bar;
  });
  return { bars, lanes, ends, total };
}

function kindOf({ call, distractor, fault }: Extract<Step, { kind: 'call' }>): string {
  if (call.is_error) return 'fail';
  return distractor || fault !== undefined ? 'inconclusive' : 'call';
}

const hasPlace = ({ tokens, call }: TraceTurn): boolean => tokens !== undefined && call !== undefined;

export interface CostPoint {
  x: number;
  /** What this turn and those before it cost. */
  sum: number;
}

/** The cost so far at each turn; nothing where a turn has no price or no place, since a line would then be too low. */
export function costsOf({ turns = [] }: Trace, ends: readonly number[]): CostPoint[] {
  const points: CostPoint[] = [];
  let sum = 0;
  for (const { cost_usd, call = -1 } of turns.slice(0, MOST)) {
    const x = ends[call];
    if (cost_usd === undefined || x === undefined) return [];
    sum += cost_usd;
    points.push({ x, sum });
  }
  return sum > 0 ? points : [];
}

/** Steps that rise at each turn and end at the right edge. */
function costPath(costs: readonly CostPoint[], bottom: number): string {
  if (costs.length === 0) return '';
  const most = costs.at(-1)?.sum ?? 1;
  const steps = costs.map(
    ({ x, sum }) => `H${rounded(x)}V${rounded(bottom - 1 - (sum / most) * (TOKENS - 4))}`,
  );
  return `M0,${bottom - 1}${steps.join('')}H${WIDE}`;
}

/** Where a turn stands among the calls is known; of one that does not say, nothing is drawn. */
function turnsPath({ turns = [] }: Trace, ends: readonly number[], bottom: number): string {
  const some = turns.slice(0, MOST);
  const most = Math.max(1, ...some.map(({ tokens }) => tokens ?? 0));
  return some
    .map(({ tokens, call = -1 }) => {
      const x = ends[call];
      if (tokens === undefined || x === undefined) return '';
      const height = Math.max(1, (tokens / most) * (TOKENS - 4));
      return boxPath(Math.min(x, WIDE - 5), bottom - height, 5, height);
    })
    .join('');
}
