/** `token_efficiency:` what each right selection costs, in tokens of the tool surface and in dollars. */
import { type TokenSurface, tokenSurface } from '../catalog/token-surface.js';
import type { Explanation, MetricContext, MetricResult } from '../types/metric.js';
import type { Trace } from '../types/trace.js';
import { plural } from '../util/text.js';
import { score, selectAll } from './classes.js';
import { explainSelections } from './equal-function-sets.js';
import { listed, show } from './explain.js';
import { NO_RUNS, noFigures, splitFigures } from './result.js';
import { type Runs, readRuns } from './runs.js';
import type { TokenEfficiency } from './schemas/token-efficiency.js';

export function measureTokenEfficiency(
  traces: Trace[],
  block: TokenEfficiency,
  ctx: MetricContext,
): MetricResult {
  if (traces.length === 0) return noFigures('token_efficiency', NO_RUNS);
  const runs = readRuns(traces, ctx);
  const selections = selectAll(runs.list, block.classes, runs.servers);
  const { f1 } = score(selections);
  const right = selections.reduce((sum, each) => sum + each.tp, 0);
  const seen = surfaceOf(runs, ctx.countTokens);
  const surface = typeof seen === 'string' ? seen : seen.total;
  const cost = totalCost(runs);
  const letter = grade(f1);
  return {
    ...splitFigures({
      'token_efficiency.f1': f1,
      'token_efficiency.correct_selections': right,
      'token_efficiency.tool_surface_tokens': surface,
      'token_efficiency.cost': cost,
      'token_efficiency.tokens_per_correct': tokensEach(surface, right),
      'token_efficiency.cost_per_correct': costEach(cost, right),
    }),
    explain: [
      {
        targets: ['token_efficiency.f1'],
        text: `grade ${letter} for an F1 of ${f1}`,
      },
      ...explainSelections(selections, block.classes, {
        unexpected: ['token_efficiency.f1'],
        missed: ['token_efficiency.f1', ...PER_CORRECT, 'token_efficiency.correct_selections'],
      }),
      ...(typeof seen === 'string' ? [] : explainSurface(seen)),
      ...explainCost(runs),
    ],
    grade: letter,
  };
}

const PER_CORRECT = ['token_efficiency.tokens_per_correct', 'token_efficiency.cost_per_correct'];

/** The tools that cost the most tokens, since they are where to save some. */
function explainSurface({ total, by_tool }: TokenSurface): Explanation[] {
  const dearest = [...by_tool].sort((a, b) => b.tokens - a.tokens).slice(0, MOST_TOOLS);
  const most = dearest.map(({ name, tokens }) => `${show(name)} ${tokens}`);
  return [
    {
      targets: ['token_efficiency.tool_surface_tokens', 'token_efficiency.tokens_per_correct'],
      text: `${plural(by_tool.length, 'tool')}, ${total} tokens; the most expensive: ${listed(most)}`,
    },
  ];
}

function explainCost(runs: Runs): Explanation[] {
  const targets = ['token_efficiency.cost', 'token_efficiency.cost_per_correct'];
  return runs.list.flatMap(({ trace }, run) =>
    typeof trace.cost_usd === 'number' ? [{ targets, run, text: `cost $${trace.cost_usd}` }] : [],
  );
}

const MOST_TOOLS = 5;
const NONE_RIGHT = 'nothing was selected correctly';

function surfaceOf(runs: Runs, countTokens: MetricContext['countTokens']): TokenSurface | string {
  if (runs.catalog === undefined) return 'the catalogue is not known';
  if (countTokens === undefined) return 'no token counter is at hand';
  return tokenSurface(Object.values(runs.catalog).flat(), countTokens);
}

/** Summed smallest first, so that the order of runs cannot change the last digit. */
function totalCost(runs: Runs): number | string {
  const costs = runs.list.map((run) => run.trace.cost_usd);
  if (!costs.every((cost) => typeof cost === 'number' && Number.isFinite(cost))) {
    return 'the cost of at least one run is not known';
  }
  const sum = (costs as number[]).sort((a, b) => a - b).reduce((total, cost) => total + cost, 0);
  return Number(sum.toFixed(10));
}

function tokensEach(surface: number | string, right: number): number | string {
  if (typeof surface === 'string') return surface;
  return right === 0 ? NONE_RIGHT : hundredths(surface, right);
}

function costEach(cost: number | string, right: number): number | string {
  if (typeof cost === 'string') return cost;
  if (cost === 0) return 'the runs were free';
  return right === 0 ? NONE_RIGHT : Number((cost / right).toFixed(10));
}

/** p/q with two decimals, rounded half up from the exact ratio. */
function hundredths(p: number, q: number): number {
  return Math.floor((200 * p + q) / (2 * q)) / 100;
}

function grade(f1: number): string {
  if (f1 >= 90) return 'A';
  if (f1 >= 80) return 'B';
  if (f1 >= 70) return 'C';
  return f1 >= 60 ? 'D' : 'F';
}
