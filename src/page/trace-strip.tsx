/**
 * A trace at a glance: its calls on a time axis, a lane for each agent, and below them what each turn cost in tokens.
 * Calls follow one another, so a call begins where the ones before it ended; what the model took is not known.
 */
import type { Trace } from '../types/trace.js';
import type { Step } from './steps.js';
import { figure, milliseconds, shown } from './words.js';

const WIDE = 1000;
const LANE = 14;
const TOKENS = 22;
/** More than this cannot be told apart on a screen; the list below has them all. */
const MOST = 2000;

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
  const { bars, lanes, ends, total } = barsOf(steps);
  if (bars.length < 2) return null;
  const turns = turnBars(trace, ends);
  const height = lanes.length * LANE + (turns.length > 0 ? TOKENS : 0);
  const at = bars.findIndex((bar) => bar.step === (current ?? failing));
  const step = (by: number): void => {
    const next = bars[Math.max(0, Math.min(bars.length - 1, at + by))];
    if (next) show(next.step);
  };
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
        onKeyDown={(event) => {
          if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
          event.preventDefault();
          step(event.key === 'ArrowRight' ? 1 : -1);
        }}
        onClick={(event) => {
          const chosen = (event.target as Element).getAttribute('data-step');
          if (chosen !== null) show(Number(chosen));
        }}
      >
        <svg viewBox={`0 0 ${WIDE} ${height}`} preserveAspectRatio="none" height={height} aria-hidden="true">
          {bars.map((bar) => (
            <rect
              key={bar.step}
              data-step={bar.step}
              class={`${bar.kind}${bar.step === current ? ' current' : ''}`}
              x={bar.x}
              y={bar.lane * LANE + 1}
              width={bar.width}
              height={LANE - 3}
            >
              <title>{bar.label}</title>
            </rect>
          ))}
          {turns.map((turn, nth) => (
            <TurnBar key={`turn ${nth}`} turn={turn} bottom={height} />
          ))}
        </svg>
      </div>
      <Legend lanes={lanes} hasTurns={turns.length > 0} total={total} />
    </div>
  );
}

function TurnBar({ turn, bottom }: { turn: ReturnType<typeof turnBars>[number]; bottom: number }) {
  return (
    <rect class="tokens" x={turn.x} y={bottom - turn.height} width="5" height={turn.height}>
      <title>{turn.label}</title>
    </rect>
  );
}

function Legend({ lanes, hasTurns, total }: { lanes: string[]; hasTurns: boolean; total: number }) {
  return (
    <p class="dim">
      <span>0</span>
      <span>
        {lanes.length > 1 && `from above: ${lanes.map((name) => shown(name, 40)).join(', ')} · `}
        <i class="swatch call" aria-hidden="true" /> call <i class="swatch fail" aria-hidden="true" /> error{' '}
        <i class="swatch inconclusive" aria-hidden="true" /> distractor or injected fault
        {hasTurns && ' · below: tokens of each turn'}
      </span>
      <span>{milliseconds(total)}</span>
    </p>
  );
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

/** Where a turn stands among the calls is known; of one that does not say, nothing is drawn. */
function turnBars({ turns = [] }: Trace, ends: readonly number[]) {
  const most = Math.max(1, ...turns.slice(0, MOST).map(({ tokens }) => tokens ?? 0));
  return turns.slice(0, MOST).flatMap(({ tokens, call }, at) => {
    const x = call === undefined ? undefined : ends[call];
    if (tokens === undefined || x === undefined) return [];
    const label = `turn ${at + 1}: ${figure(tokens)} tokens`;
    return [{ x: Math.min(x, WIDE - 5), height: Math.max(1, (tokens / most) * (TOKENS - 4)), label }];
  });
}
