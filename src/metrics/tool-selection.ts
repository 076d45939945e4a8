/**
 * `tool_selection:` a floor over runs: how often the expected tool was called, and whether every run
 * stayed within its token budget.
 */
import type { MeasuredFloor } from '../types/envelope.js';
import type { CountedCalls, Explanation, MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { fraction, wilson } from '../util/intervals.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { plural } from '../util/text.js';
import { atLeast, belowPercent, ratePercent } from './exact-rate.js';
import { show } from './explain.js';
import { missedTool, overBudget } from './floor-lines.js';
import { NO_RUNS, noFigures, splitFigures } from './result.js';
import { placesOf, type Run, type Runs, readRuns, toolsOf } from './runs.js';
import type { ToolSelection } from './schemas/tool-selection.js';
import { indexOnce, type MemberIndex } from './tool-id.js';

export function measureToolSelection(
  traces: Trace[],
  block: ToolSelection,
  ctx: MetricContext,
): MetricResult {
  if (traces.length === 0) return noFigures('tool_selection', NO_RUNS, ['reliability.pass_hat_1']);
  const runs = readRuns(traces, ctx);
  const floor = buildFloor(runs.list, runs.servers, block);
  const { tokens, pass_k, interval } = floor;
  const [low, high] = interval;
  const unknown = 'the total tokens of at least one run are unknown';
  const values: Record<string, number | string> = {
    'tool_selection.selection_rate': floor.selection_rate,
    'tool_selection.pass_k': pass_k ?? unknown,
    'tool_selection.tokens_median': tokens?.median ?? unknown,
    'tool_selection.tokens_max': tokens?.max ?? unknown,
    'tool_selection.rate_low': low,
    'tool_selection.rate_high': high,
  };
  addPassHats(values, pass_k === undefined ? unknown : Math.round(pass_k * floor.runs), floor.runs);
  const { figures, absent } = splitFigures(values);
  return { figures, absent, explain: explainFloor(floor, () => expectedCalls(runs, block)), floor };
}

const RATE = ['tool_selection.selection_rate', 'tool_selection.rate_low', 'tool_selection.rate_high'];

/** Which runs missed the tool, and which took how many tokens. The floor itself is named as its check is. */
function explainFloor(floor: BuiltFloor, counted: Explanation['counted']): Explanation[] {
  const [low, high] = floor.interval;
  const passing = ['tool_selection.pass_k', ...floor.per_run.map(({ run }) => `reliability.pass_hat_${run}`)];
  const over = [...passing, 'tool_selection'];
  const broken = !atLeast(floor.selected, floor.runs, floor.min_selection_rate ?? 0);
  // A rate that the floor allows is none of its reasons.
  const missing = [...RATE, ...passing, ...(broken ? ['tool_selection'] : [])];
  const out: Explanation[] = [
    {
      targets: RATE,
      counted,
      text:
        `${floor.selected} of ${plural(floor.runs, 'run')} called ${show(floor.expected_tool ?? '')}; ` +
        `the true rate lies between ${ratePercent(low)} and ${ratePercent(high)} (95 % Wilson)`,
    },
  ];
  if (floor.inconclusive !== undefined) out.push({ targets: passing, text: floor.inconclusive });
  for (const [run, of] of floor.per_run.entries()) {
    if (!of.selected) out.push({ targets: missing, run, text: missedTool(of, floor) });
    if (of.over_budget) out.push({ targets: over, run, text: overBudget(of) });
  }
  return [...out, ...explainTokens(floor)];
}

/** Of one run: of several, the rows have them. */
function expectedCalls({ list, servers }: Runs, block: ToolSelection): CountedCalls[] {
  if (list.length !== 1) return [];
  return [{ as: 'expected tool', good: true, calls: placesOf(list[0], indexExpected(block, servers)) }];
}

const MOST_RUNS = 5;

/** The runs with the most tokens. */
function explainTokens({ per_run }: BuiltFloor): Explanation[] {
  const spent = per_run.flatMap(({ tokens }, run) => (tokens === undefined ? [] : [{ run, tokens }]));
  return spent
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, MOST_RUNS)
    .map(({ run, tokens }) => ({
      targets: ['tool_selection.tokens_median', 'tool_selection.tokens_max'],
      run,
      text: `took ${tokens} tokens`,
    }));
}

/** The floor of one test and model; `agent` and `model` are the first recorded, the caller may set its own. */
function buildFloor(runs: readonly Run[], servers: ReadonlySet<string>, block: ToolSelection): BuiltFloor {
  const perRun = readFloorRuns(runs, servers, block);
  const budget = block.max_total_tokens;
  const n = perRun.length;
  const selected = perRun.filter((run) => run.selected).length;
  const known = perRun.flatMap((run) => run.tokens ?? []);
  const unknown = n - known.length;
  const reasons = breaches(perRun, block);
  const open = reasons.length === 0 && budget !== undefined && unknown > 0;
  const [low, high] = wilson(selected, n).map((bound) => Number(bound.toFixed(6)));
  const first = runs[0]?.trace;
  return omitUndefined({
    agent: typeof first?.agent === 'string' ? first.agent : '',
    model: typeof first?.model === 'string' ? first.model : undefined,
    runs: n,
    selected,
    selection_rate: selected / n,
    pass_k: passRate(perRun, budget),
    tokens: unknown === 0 ? spread(known) : undefined,
    passed: reasons.length === 0 && !open,
    inconclusive: open
      ? `the tokens of ${unknown} of ${plural(n, 'run')} are unknown, so the ${budget}-token budget cannot be judged`
      : undefined,
    reasons,
    expected_tool: block.expected_tool,
    min_selection_rate: block.min_selection_rate,
    max_total_tokens: budget,
    interval: [low, high] as [number, number],
    per_run: perRun,
  });
}

type BuiltFloor = MeasuredFloor & Required<Pick<MeasuredFloor, 'interval'>>;
type FloorRun = MeasuredFloor['per_run'][number];

function indexExpected(block: ToolSelection, servers: ReadonlySet<string>): MemberIndex {
  return indexOnce(block, servers, ({ expected_tool }) => [[expected_tool]]);
}

function readFloorRuns(runs: readonly Run[], servers: ReadonlySet<string>, block: ToolSelection): FloorRun[] {
  const { max_total_tokens = Number.POSITIVE_INFINITY } = block;
  const index = indexExpected(block, servers);
  return runs.map((run, i) => {
    const tokens = totalTokens(run);
    return omitUndefined({
      run: i + 1,
      selected: toolsOf(run).some(({ tool }) => index.listsOf(tool).length > 0),
      called: [...new Set(toolsOf(run).map(({ tool }) => tool.name))],
      tokens,
      over_budget: tokens !== undefined && tokens > max_total_tokens,
    });
  });
}

/** The conditions that the runs break, in words. */
function breaches(runs: readonly FloorRun[], block: ToolSelection): string[] {
  const { min_selection_rate: rate, max_total_tokens: budget } = block;
  const n = runs.length;
  const selected = runs.filter((run) => run.selected).length;
  const over = runs.filter((run) => run.over_budget).map(({ tokens = 0 }) => tokens);
  const reasons: string[] = [];
  if (!atLeast(selected, n, rate)) {
    reasons.push(
      `selection rate ${belowPercent(selected, n, rate)} is below the ${ratePercent(rate)} floor ` +
        `(${selected} of ${plural(n, 'run')} selected \`${show(block.expected_tool)}\`)`,
    );
  }
  if (over.length > 0) {
    reasons.push(
      `${over.length} of ${plural(n, 'run')} exceeded the ${budget}-token budget ` +
        `(worst run ${over.reduce((worst, tokens) => Math.max(worst, tokens), 0)} tokens)`,
    );
  }
  return reasons;
}

/** The share of runs that called the tool and kept to the budget; whether one did is not always known. */
function passRate(runs: readonly FloorRun[], budget: number | undefined): number | undefined {
  const fits = runs.filter((run) => run.selected && !run.over_budget);
  const open = budget !== undefined && fits.some(({ tokens }) => tokens === undefined);
  return open ? undefined : fits.length / runs.length;
}

/** C(passed, k) / C(n, k) for k = 1..n, each from the one before; or why the passes are not known. */
function addPassHats(values: Record<string, number | string>, passed: number | string, n: number): void {
  if (n === 1) {
    values['reliability.pass_hat_1'] = passed;
    return;
  }
  const failed = typeof passed === 'string' ? 0 : n - passed;
  // The same as C(n - k, failed) / C(n, failed), whose numbers stay small where few runs failed.
  let whole = 1n;
  if (failed < n) for (let i = 0; i < failed; i += 1) whole *= BigInt(n - i);
  let part = failed < n ? whole : 0n;
  let share = 1;
  for (let k = 1; k <= n; k += 1) {
    if (failed > 0 && share > 0) {
      part = (part * BigInt(Math.max(0, n - k - failed + 1))) / BigInt(n - k + 1);
      share = fraction(part, whole);
    }
    values[`reliability.pass_hat_${k}`] = typeof passed === 'string' ? passed : share;
  }
}

function totalTokens(run: Run): number | undefined {
  const tokens = run.trace.tokens;
  const part = (value: unknown) =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
  const total = part(tokens?.total);
  if (total !== undefined) return total;
  const [input, output] = [part(tokens?.input), part(tokens?.output)];
  return input === undefined || output === undefined ? undefined : input + output;
}

/** The median is the mean of the two middle values for an even count, rounded half up. */
function spread(values: readonly number[]): { median: number; max: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const [before = 0, middle = 0] = sorted.slice(half - 1, half + 1);
  const odd = sorted.length % 2 === 1;
  const median = odd ? (sorted[half] ?? 0) : Math.floor((before + middle + 1) / 2);
  return { median, max: sorted.at(-1) ?? 0 };
}
