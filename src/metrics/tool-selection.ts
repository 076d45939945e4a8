/**
 * `tool_selection:` a floor over runs: how often the expected tool was called, and whether every run
 * stayed within its token budget. The lines it prints are pinned.
 */
import * as z from 'zod/mini';
import type { MeasuredFloor } from '../types/envelope.js';
import type { Metric } from '../types/metric.js';
import { fraction, wilson } from '../util/intervals.js';
import { percent } from '../util/ratio.js';
import { plural } from '../util/text.js';
import { atLeast, belowPercent, ratePercent } from './exact-rate.js';
import { lines, show, tally } from './explain.js';
import { expectSchema, NO_RUNS, nothing, toolSchema } from './result.js';
import { type Run, readRuns } from './runs.js';
import { indexMembers } from './tool-id.js';

export interface ToolSelection {
  expected_tool: string;
  min_selection_rate: number;
  max_total_tokens?: number;
  expect?: unknown[];
}

const TARGETS = [
  'tool_selection.selection_rate',
  'tool_selection.pass_k',
  'tool_selection.tokens_median',
  'tool_selection.tokens_max',
  'tool_selection.rate_low',
  'tool_selection.rate_high',
];

export const toolSelection: Metric<ToolSelection> = {
  block: 'tool_selection',
  schema: z
    .strictObject({
      expected_tool: toolSchema.check(z.describe('The tool that the model should call.')),
      min_selection_rate: z
        .number()
        .check(z.minimum(0), z.maximum(1), z.describe('The share of runs (0 to 1) that must call it.')),
      max_total_tokens: z.optional(
        z.int().check(z.positive(), z.describe('The most tokens that any one run may use in total.')),
      ),
      expect: expectSchema,
    })
    .check(z.describe('A floor on how often the expected tool is called over several runs.')),
  needs: [],
  targets: [...TARGETS, 'reliability.pass_hat_<n>'],
  defaults: () => [],
  measure(traces, block, ctx) {
    if (traces.length === 0) return nothing([...TARGETS, 'reliability.pass_hat_1'], NO_RUNS);
    const runs = readRuns(traces, ctx);
    const floor = buildFloor(runs.list, runs.servers, block);
    const { tokens, pass_k } = floor;
    const [low, high] = floor.interval!;
    const unknown = 'the total tokens of at least one run are unknown';
    return {
      figures: {
        'tool_selection.selection_rate': floor.selection_rate,
        ...(pass_k !== undefined && { 'tool_selection.pass_k': pass_k }),
        ...(tokens && {
          'tool_selection.tokens_median': tokens.median,
          'tool_selection.tokens_max': tokens.max,
        }),
        'tool_selection.rate_low': low,
        'tool_selection.rate_high': high,
        ...(pass_k !== undefined && passHatFigures(Math.round(pass_k * floor.runs), floor.runs)),
      },
      absent: {
        ...(!tokens && { 'tool_selection.tokens_median': unknown, 'tool_selection.tokens_max': unknown }),
        ...(pass_k === undefined && {
          'tool_selection.pass_k': unknown,
          ...Object.fromEntries(runs.list.map((_, i) => [`reliability.pass_hat_${i + 1}`, unknown])),
        }),
      },
      explain: [
        `${floor.selected} of ${plural(floor.runs, 'run')} called ${show(block.expected_tool)}; ` +
          `the true rate lies between ${ratePercent(low)} and ${ratePercent(high)} (95 % Wilson)`,
        ...(floor.inconclusive === undefined ? [] : [floor.inconclusive]),
        ...lines(missedRuns(floor).map((line) => line.trim())),
      ],
      floor,
    };
  },
};

/** The floor of one test and model; `agent` and `model` are the first recorded, the caller may set its own. */
function buildFloor(runs: readonly Run[], servers: ReadonlySet<string>, block: ToolSelection): MeasuredFloor {
  const index = indexMembers([[block.expected_tool]], servers);
  const budget = block.max_total_tokens;
  const perRun = runs.map((run, i) => {
    const tokens = totalTokens(run);
    return {
      run: i + 1,
      selected: run.calls.some((call) => index.listsOf(call).length > 0),
      called: [...new Set(run.calls.map((call) => call.name))],
      ...(tokens !== undefined && { tokens }),
      over_budget: budget !== undefined && tokens !== undefined && tokens > budget,
    };
  });
  const n = perRun.length;
  const selected = perRun.filter((run) => run.selected).length;
  const over = perRun.filter((run) => run.over_budget);
  const known = perRun.flatMap((run) => (run.tokens === undefined ? [] : [run.tokens]));
  const reasons: string[] = [];
  if (!atLeast(selected, n, block.min_selection_rate)) {
    reasons.push(
      `selection rate ${belowPercent(selected, n, block.min_selection_rate)} is below the ` +
        `${ratePercent(block.min_selection_rate)} floor (${selected} of ${plural(n, 'run')} selected ` +
        `\`${show(block.expected_tool)}\`)`,
    );
  }
  if (over.length > 0) {
    reasons.push(
      `${over.length} of ${plural(n, 'run')} exceeded the ${budget}-token budget ` +
        `(worst run ${over.reduce((worst, run) => Math.max(worst, run.tokens!), 0)} tokens)`,
    );
  }
  const unknown = n - known.length;
  const inconclusive = reasons.length === 0 && budget !== undefined && unknown > 0;
  // A run counts when it called the tool and kept to the budget; whether it did is not always known.
  const fits = perRun.filter((run) => run.selected && !run.over_budget);
  const open = budget !== undefined && fits.some(({ tokens }) => tokens === undefined);
  const { agent, model } = runs[0]!.trace;
  return {
    agent: typeof agent === 'string' ? agent : '',
    ...(typeof model === 'string' && { model }),
    runs: n,
    selected,
    selection_rate: selected / n,
    ...(!open && { pass_k: fits.length / n }),
    ...(unknown === 0 && { tokens: spread(known) }),
    passed: reasons.length === 0 && !inconclusive,
    ...(inconclusive && {
      inconclusive: `the tokens of ${unknown} of ${plural(n, 'run')} are unknown, so the ${budget}-token budget cannot be judged`,
    }),
    reasons,
    expected_tool: block.expected_tool,
    min_selection_rate: block.min_selection_rate,
    ...(budget !== undefined && { max_total_tokens: budget }),
    interval: wilson(selected, n).map((bound) => Number(bound.toFixed(6))) as [number, number],
    per_run: perRun,
  };
}

/** C(passes, k) / C(n, k) for k = 1..n, each from the one before. */
function passHatFigures(passed: number, n: number): Record<string, number> {
  const figures: Record<string, number> = {};
  let [p, q] = [1n, 1n];
  for (let k = 1; k <= n; k += 1) {
    p *= BigInt(Math.max(0, passed - k + 1));
    q *= BigInt(n - k + 1);
    figures[`reliability.pass_hat_${k}`] = p === 0n ? 0 : fraction(p, q);
  }
  return figures;
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
  const odd = sorted.length % 2 === 1;
  const median = odd ? sorted[half]! : Math.floor((sorted[half - 1]! + sorted[half]! + 1) / 2);
  return { median, max: sorted.at(-1)! };
}

/** The lines for stderr: one for the floor, and on a breach the failed conditions and the runs that missed. */
export function floorLines(floor: MeasuredFloor, name: string): string[] {
  const state = floor.passed ? 'PASS' : floor.inconclusive === undefined ? 'FAIL' : 'INCONCLUSIVE';
  const tokens = floor.tokens
    ? `tokens ${floor.tokens.median} median / ${floor.tokens.max} max`
    : 'tokens unknown';
  const passK =
    floor.pass_k === undefined ? 'unknown' : `${percent(Math.round(floor.pass_k * floor.runs), floor.runs)}%`;
  const out = [
    `tool-selection floor [${state}] ${name}: selection ${floor.selected}/${floor.runs} ` +
      `(${percent(floor.selected, floor.runs)}%), pass^k ${passK}, ${tokens}`,
  ];
  if (floor.inconclusive !== undefined) out.push(`FLOOR ${name}: inconclusive: ${floor.inconclusive}`);
  for (const reason of floor.reasons) out.push(`FLOOR ${name}: ${reason}`);
  if (floor.reasons.length > 0) out.push(...missedRuns(floor));
  return out;
}

function missedRuns(floor: MeasuredFloor): string[] {
  return floor.per_run.flatMap((run) => {
    const faults: string[] = [];
    if (!run.selected) {
      const tool =
        floor.expected_tool === undefined ? 'the expected tool' : `\`${show(floor.expected_tool)}\``;
      faults.push(
        `did not select ${tool}, called ${run.called.length === 0 ? 'nothing' : tally(run.called)}`,
      );
    }
    if (run.over_budget) faults.push(`${run.tokens} tokens, over budget`);
    return faults.length === 0 ? [] : [`  run ${run.run}: ${faults.join('; ')}`];
  });
}
