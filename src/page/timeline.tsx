/** A trace as a timeline. The failing step is open, and the box is scrolled to it. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CallMark, EarlierAttempt } from '../types/envelope.js';
import type { Trace } from '../types/trace.js';
import { failingStep, type Step, stepsOf } from './steps.js';
import { TraceStrip } from './trace-strip.js';
import { briefOf, ToolResult, Value } from './value.js';
import type { MarksOfCall } from './views/marks.js';
import { dollars, figure, milliseconds, plural, shown } from './words.js';

/** So many steps exist at a time: more would make a long trace slow to scroll. */
const AT_ONCE = 30;
/** What stays in sight when the next ones are asked for. */
const SHARED = 6;

function toggled(open: ReadonlySet<number>, at: number): Set<number> {
  return new Set(open.has(at) ? [...open].filter((one) => one !== at) : [...open, at]);
}

/** The first step that is shown, so that this one is in the middle. */
function around(at: number | undefined): number {
  return at === undefined || at < AT_ONCE ? 0 : at - AT_ONCE / 2;
}

/** The failing step; of a short trace that went well, all. */
function openAtFirst(steps: readonly Step[], failing: number | undefined): Iterable<number> {
  if (failing !== undefined) return [failing];
  return steps.length <= 3 ? steps.keys() : [];
}

interface Props {
  attempt: EarlierAttempt;
  trace: Trace;
  /** What metrics counted of each call. */
  marks: MarksOfCall;
  /** By the number of a call: where its arguments do not fit the schema, nothing for a tool that was not offered; absent where no schema is known. */
  misfits: Misfits;
}

type Misfits = Record<number, string[]> | undefined;

export function Timeline({ attempt, trace, marks, misfits }: Props) {
  const steps = useMemo(() => stepsOf(trace), [trace]);
  const failing = failingStep(attempt, steps);
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(openAtFirst(steps, failing)));
  const [current, setCurrent] = useState<number>();
  const box = useRef<HTMLOListElement>(null);
  const { from, setFrom, turnTo } = useFirstStep(box, failing);
  const to = from + AT_ONCE;
  useLayoutEffect(() => bringIntoView(box.current, '.step.failing'), []);
  const toggle = (at: number, isOpen: boolean): void => {
    if (open.has(at) !== isOpen) setOpen(toggled(open, at));
  };
  /** From the strip: the step is opened and brought into view. */
  const show = (at: number): void => {
    setCurrent(at);
    setFrom((first) => (at < first || at >= first + AT_ONCE ? around(at) : first));
    setOpen(new Set([at]));
  };
  // The strip has thousands of calls, and does not change when the list turns to other steps.
  const strip = useMemo(() => <TraceStrip {...{ trace, steps, failing, current, show }} />, [trace, current]);
  useLayoutEffect(() => bringIntoView(box.current, '.step.current'), [current]);
  const longest = useMemo(() => longestOf(trace), [trace]);
  return (
    <section class="timeline" aria-labelledby="timeline">
      <Head
        trace={trace}
        isOpen={open.size > 0}
        toggle={() => setOpen(new Set(open.size > 0 ? [] : steps.keys()))}
      />
      {strip}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <ol ref={box} tabIndex={0} aria-label="steps">
        <MoreSteps count={from} which="earlier" show={() => turnTo(from - AT_ONCE + SHARED)} />
        {steps.slice(from, to).map((step, index) => {
          const at = from + index;
          return (
            <StepItem
              key={index}
              step={step}
              longest={longest}
              failing={at === failing && steps.length > 1}
              current={at === current}
              open={open.has(at)}
              marks={step.kind === 'call' ? marks(step.number) : []}
              misfits={misfits}
              toggle={(isOpen) => toggle(at, isOpen)}
            />
          );
        })}
        <MoreSteps count={steps.length - to} which="later" show={() => turnTo(to - SHARED)} />
      </ol>
    </section>
  );
}

/** Where the list begins. When it turns to other steps, the box is scrolled before anything is painted. */
function useFirstStep(box: { current: HTMLElement | null }, failing: number | undefined) {
  const [from, setFrom] = useState(() => around(failing));
  const [top, setTop] = useState<{ at: number }>();
  useLayoutEffect(() => box.current?.scrollTo(0, top?.at ?? box.current.scrollTop), [top]);
  /** The step that was last in sight stays there. */
  const turnTo = (next: number): void => {
    setTop({ at: next > from ? 0 : 1e6 });
    setFrom(Math.max(0, next));
  };
  return { from, setFrom, turnTo };
}

function longestOf({ calls }: Trace): number {
  return Math.max(1, ...calls.slice(0, 100_000).map((call) => call.duration_ms ?? 0));
}

function Head({ trace, isOpen, toggle }: { trace: Trace; isOpen: boolean; toggle(): void }) {
  return (
    <header>
      <h2 id="timeline">What happened</h2>
      <p class="dim">{sums(trace)}</p>
      <button type="button" class="quiet" onClick={toggle}>
        {isOpen ? 'Fold all' : 'Open all'}
      </button>
    </header>
  );
}

function bringIntoView(box: HTMLElement | null, selector: string): void {
  const step = box?.querySelector<HTMLElement>(selector);
  if (box && step) box.scrollTop = Math.max(0, step.offsetTop - 48);
}

function MoreSteps({ count, which, show }: { count: number; which: 'earlier' | 'later'; show(): void }) {
  if (count <= 0) return null;
  return (
    <li>
      <button type="button" onClick={show}>
        {count} {which} steps
      </button>
    </li>
  );
}

function sums(trace: Trace): string {
  const wrong = trace.calls.filter((call) => call.is_error).length;
  const tokens = trace.tokens?.total;
  return [
    trace.model && shown(trace.model, 60),
    trace.turns && plural(trace.turns.length, 'turn'),
    plural(trace.calls.length, 'call'),
    wrong > 0 && `${plural(wrong, 'error')}`,
    tokens !== undefined && `${figure(tokens)} tokens`,
    trace.cost_usd !== undefined && dollars(trace.cost_usd),
  ]
    .filter(Boolean)
    .join(' · ');
}

interface StepProps {
  step: Step;
  longest: number;
  failing: boolean;
  /** Chosen on the strip. */
  current: boolean;
  open: boolean;
  /** The metrics that counted this call. */
  marks: readonly CallMark[];
  misfits: Misfits;
  toggle(open: boolean): void;
}

function StepItem({ step, longest, failing, current, open, marks, misfits, toggle }: StepProps) {
  const wrong = step.kind === 'call' && step.call.is_error === true;
  if (step.kind === 'turn' && step.text === undefined && step.reasoning === undefined && !failing) {
    return (
      <li class="step turn silent dim">
        {[`Turn ${step.turn}`, turnAside(step)].filter(Boolean).join(' · ')}
      </li>
    );
  }
  return (
    <li
      class={`step ${step.kind}${wrong ? ' wrong' : ''}${failing ? ' failing' : ''}${current ? ' current' : ''}`}
    >
      <details open={open} onToggle={(event) => toggle(event.currentTarget.open)}>
        <summary>
          <StepHead {...{ step, longest, failing, marks, misfits }} />
        </summary>
        {open && <StepBody step={step} misfits={misfits} />}
      </details>
    </li>
  );
}

function StepHead({
  step,
  longest,
  failing,
  marks,
  misfits,
}: Pick<StepProps, 'step' | 'longest' | 'failing' | 'marks' | 'misfits'>) {
  const look = failing && <span class="flag">look here</span>;
  if (step.kind !== 'call') {
    const { label, text, aside } = plainHead(step);
    return (
      <>
        <span class="what">{label}</span>
        {look}
        <span class="brief dim">{shown(briefOf(text), 160)}</span>
        {aside && <span class="time dim">{aside}</span>}
      </>
    );
  }
  const { call, number, fault, distractor, retry } = step;
  const share = Math.max(2, Math.round(((call.duration_ms ?? 0) / longest) * 100));
  return (
    <>
      <span class="what">
        <span class="dim nth">{number + 1}</span>
        <code>{shown(call.server === undefined ? call.tool : `${call.server}.${call.tool}`, 120)}</code>
      </span>
      {look}
      {call.is_error && <span class="flag wrong">error</span>}
      {fault !== undefined && <span class="flag">injected {shown(fault, 40)}</span>}
      {distractor && <span class="flag">distractor</span>}
      {retry && <span class="flag plain">retry</span>}
      {misfits?.[number] && (
        <span class="flag wrong">
          {misfits[number].length > 0 ? 'does not fit the schema' : 'not offered'}
        </span>
      )}
      {marks.slice(0, 6).map(({ metric, as, good }) => (
        <span
          key={`${metric} ${as}`}
          class={`flag ${good ? 'good' : 'wrong'}`}
          title={`${metric} counted it as: ${as}`}
        >
          {shown(as, 40)}
        </span>
      ))}
      {call.agent !== undefined && <span class="flag plain">{shown(call.agent, 40)}</span>}
      <span class="brief dim">{shown(JSON.stringify(call.args) ?? '', 160)}</span>
      {call.duration_ms !== undefined && (
        <span class="time">
          <svg width="60" height="6" aria-hidden="true">
            <rect class="track" width="60" height="6" rx="3" />
            <rect class="bar" width={(share * 60) / 100} height="6" rx="3" />
          </svg>
          <span class="length">{milliseconds(call.duration_ms)}</span>
        </span>
      )}
    </>
  );
}

/** What is known of the cost of a turn, and how often its provider had to be asked again. */
function turnAside({
  tokens,
  input,
  output,
  cost_usd,
  retries = 0,
}: Extract<Step, { kind: 'turn' }>): string {
  const parts = [
    input !== undefined && `${figure(input)} in`,
    output !== undefined && `${figure(output)} out`,
  ];
  const split = parts.filter(Boolean).join(', ');
  return [
    tokens !== undefined && `${figure(tokens)} tokens${split && ` (${split})`}`,
    cost_usd !== undefined && dollars(cost_usd),
    retries > 0 && `${figure(retries)} ${retries === 1 ? 'retry' : 'retries'} of the provider`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function plainHead(step: Exclude<Step, { kind: 'call' }>): { label: string; text: unknown; aside?: string } {
  switch (step.kind) {
    case 'prompt':
      return { label: 'Prompt', text: step.text };
    case 'answer':
      return { label: 'Answer', text: step.text };
    case 'turn':
      return { label: `Turn ${step.turn}`, text: step.text ?? step.reasoning ?? '', aside: turnAside(step) };
    case 'judgement':
      return {
        label: `Judged: ${shown(step.metric, 40)}`,
        text: step.text,
        aside: step.score === undefined ? 'no score' : figure(step.score),
      };
  }
}

/** The arguments against the schema of the tool. */
function fitText(misfit: readonly string[] | undefined): string {
  if (misfit === undefined) return 'They fit the schema.';
  if (misfit.length === 0) return 'No tool of this name was offered.';
  return shown(`They do not fit the schema: ${misfit.join('; ')}`, 600);
}

function StepBody({ step, misfits }: Pick<StepProps, 'step' | 'misfits'>) {
  if (step.kind === 'call') {
    return (
      <div class="body">
        <h4>Arguments</h4>
        {misfits && <p class="note">{fitText(misfits[step.number])}</p>}
        <Value value={step.call.args} label="arguments" />
        <h4>{step.call.is_error ? 'Error' : 'Result'}</h4>
        <ToolResult result={step.call.result} />
      </div>
    );
  }
  if (step.kind === 'turn') {
    return (
      <div class="body">
        {step.reasoning !== undefined && (
          <>
            <h4>Reasoning</h4>
            <Value value={step.reasoning} label="reasoning" />
          </>
        )}
        {step.text !== undefined && <Value value={step.text} label="said" />}
      </div>
    );
  }
  return (
    <div class="body">
      <Value value={step.text} label={step.kind} />
      {step.kind === 'judgement' && <p class="dim note">by {shown(step.model, 80)}</p>}
    </div>
  );
}
