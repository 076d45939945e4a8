/**
 * The metric blocks of a test over some of its runs: figures, what is gated on them, and why. A failed check gets
 * the words that explain its own target and no others; a row or a group keeps them all, the blocks that did not
 * pass first. Runs that would not pass alone come first.
 */
import { judgeFigures } from '../gates/judge-figures.js';
import { measureBlock } from '../metrics/measure.js';
import type { CallMark } from '../types/envelope.js';
import type { CountedCalls, Explanation, MetricContext, MetricResult } from '../types/metric.js';
import type { MetricSpec } from '../types/suite.js';
import type { Trace } from '../types/trace.js';
import type { Check } from '../types/verdict.js';
import { groupBy } from '../util/group-by.js';

export interface BlockMeasurement {
  spec: MetricSpec;
  result: MetricResult;
  checks: Check[];
}

export async function measureRuns(
  metrics: readonly MetricSpec[],
  traces: Trace[],
  ctx: MetricContext,
  test: string,
): Promise<BlockMeasurement[]> {
  const out: BlockMeasurement[] = [];
  for (const spec of metrics) {
    const result = await measureBlock(spec.block, traces, spec.config, ctx);
    out.push({ spec, result, checks: await judgeFigures(spec.gates, result, { test }) });
  }
  return out;
}

export function figuresOf(
  measured: readonly BlockMeasurement[],
): Required<Pick<MetricResult, 'figures' | 'absent'>> {
  return {
    figures: Object.assign({}, ...measured.map(({ result }) => result.figures)),
    absent: Object.assign({}, ...measured.map(({ result }) => result.absent ?? {})),
  };
}

/** Some runs of a test, measured together. */
export interface MeasuredRuns {
  blocks: readonly BlockMeasurement[];
  /** The number of each run, in the order in which they were measured. */
  runs: readonly number[];
  /** What each of these runs by itself was judged to be, where there are several. */
  alone?: readonly (readonly Pick<BlockMeasurement, 'checks'>[])[];
}

const MOST_LINES = 60;
/** Of so many runs the details are shown; the others have a line each. */
const DETAILED_RUNS = 3;

/** The checks; one that failed has the lines that explain its target. */
export function explainChecks(checks: readonly Check[], measured: MeasuredRuns): Check[] {
  return checks.map((check) => {
    if (check.outcome === 'pass' || check.actual === undefined) return check;
    const because = targetLines(check.target, measured);
    return because.length === 0 ? check : { ...check, because };
  });
}

/** What explains one figure; `tool_selection` is the floor. */
export function targetLines(target: string, measured: MeasuredRuns): string[] {
  const own = measured.blocks.flatMap(({ result }, block) => {
    const list = result.explain.filter(({ targets }) => targets.includes(target));
    return worstFirst(list, failedAlone(measured, block, target));
  });
  return linesOf(own, measured.runs);
}

/** Everything that was counted, for whoever wants to read on. */
export function explainLines(measured: MeasuredRuns): string[] {
  const { blocks, runs } = measured;
  const failed = blocks.filter((one) => !passes(one));
  return [...failed, ...blocks.filter(passes)].flatMap((one) => {
    const first = failedAlone(measured, blocks.indexOf(one));
    return linesOf(worstFirst(one.result.explain, first), runs).map((line) => `${one.spec.block}: ${line}`);
  });
}

/** The calls of a run that its blocks counted; what counts as the same thing is one mark. */
export function markCalls(blocks: readonly BlockMeasurement[]): CallMark[] {
  return blocks.flatMap(({ spec, result }) => {
    const counted = result.explain.flatMap((one) => one.counted?.() ?? []);
    const alike = groupBy(counted, ({ as, good }) => `${good} ${as}`);
    const marks = [...alike.values()].map((same): CallMark => {
      const { as, good, calls } = same[0] as CountedCalls;
      const all = same.length === 1 ? calls : same.flatMap((one) => one.calls);
      return { metric: spec.block, as, good, calls: inOrder(all) };
    });
    return marks.filter(({ calls }) => calls.length > 0);
  });
}

/** Each place once, ascending; most come so. */
function inOrder(places: number[]): number[] {
  if (places.every((place, at) => at === 0 || place > places[at - 1]!)) return places;
  return [...new Set(places)].sort((a, b) => a - b);
}

/** The places of the runs that do not pass by themselves, whatever is asked of the block or only of one target. */
function failedAlone({ alone = [] }: MeasuredRuns, block: number, target?: string): Set<number> {
  const failed = alone.flatMap((run, place) => {
    const checks = run[block]?.checks.filter((check) => target === undefined || check.target === target);
    return checks?.some(({ outcome }) => outcome !== 'pass') ? [place] : [];
  });
  return new Set(failed);
}

function worstFirst(list: readonly Explanation[], first: ReadonlySet<number>): Explanation[] {
  const isFirst = ({ run }: Explanation) => run !== undefined && first.has(run);
  return [...list.filter(isFirst), ...list.filter((one) => !isFirst(one))];
}

/** What is said of one run is one line, with its details below. */
function linesOf(list: readonly Explanation[], runs: readonly number[]): string[] {
  const lines: string[] = [];
  let detailed = 0;
  let more = 0;
  const byRun = new Map<number | undefined, Explanation[]>();
  for (const one of list) {
    const known = byRun.get(one.run);
    if (known) known.push(one);
    else byRun.set(one.run, [one]);
  }
  for (const [run, said] of byRun) {
    // Once enough is said, what is left of a run is a line, and nobody need write it.
    if (run !== undefined && lines.length >= MOST_LINES) more += 1;
    else lines.push(...textsOf(run, said, runs));
    if (detailed === DETAILED_RUNS) continue;
    const details = said.flatMap((one) => one.details ?? []);
    if (details.length === 0) continue;
    detailed += 1;
    lines.push(...details.map((line) => `  ${line}`));
  }
  more += lines.length - MOST_LINES;
  return more > 0 ? [...lines.slice(0, MOST_LINES), `and ${more} more lines`] : lines;
}

function textsOf(run: number | undefined, said: readonly Explanation[], runs: readonly number[]): string[] {
  const texts = [...new Set(said.map(({ text }) => text))];
  if (run === undefined) return texts;
  const label = runs.length < 2 ? '' : `run ${runs[run] ?? run + 1}: `;
  return [label + texts.join('; ')];
}

function passes({ checks }: BlockMeasurement): boolean {
  return checks.every(({ outcome }) => outcome === 'pass');
}
