/**
 * Made-up comparisons whose truth is known: requests of uneven difficulty, two models, before and after a change that
 * does nothing or something. They go through the same code as `report --compare --fail-on worse`.
 */
import { worseThings } from '../../../src/envelope/compare-words.js';
import { sampleCase, sampleRun } from '../../../src/envelope/sample-run.js';
import { figureChanges } from '../../../src/metrics/dataset/changes.js';
import { compareWithCases } from '../../../src/score/dataset/compare-datasets.js';
import { datasetOf } from '../../../src/score/dataset/datasets.js';
import type { DatasetRow } from '../../../src/types/dataset.js';
import type { CaseResult, RunEnvelope } from '../../../src/types/envelope.js';
import { type Random, randomOf } from '../../../src/util/random.js';

export interface Scenario {
  name: string;
  cases: number;
  runs: number;
  /** Of all requests, the share that the change makes harder. 0: it does nothing. */
  harmed: number;
}

export const SCENARIOS: Scenario[] = [
  { name: 'nothing changed, 60 cases', cases: 60, runs: 1, harmed: 0 },
  { name: 'nothing changed, 60 cases of 3 runs', cases: 60, runs: 3, harmed: 0 },
  { name: 'nothing changed, 200 cases', cases: 200, runs: 1, harmed: 0 },
  { name: '15 % harmed, 60 cases', cases: 60, runs: 1, harmed: 0.15 },
  { name: '15 % harmed, 60 cases of 3 runs', cases: 60, runs: 3, harmed: 0.15 },
  { name: '15 % harmed, 200 cases', cases: 200, runs: 1, harmed: 0.15 },
];

const TOOLS = ['search', 'fetch', 'save', 'list', 'remove'];
const MODELS = ['one', 'two'];
const FIGURES = ['dataset.accuracy', 'dataset.f1', 'dataset.f1_macro'];
const FILE = 'made-up.mcptest.yml';

/** A request: which tool it needs, and how likely each side is to call it. */
interface Request {
  tool: string;
  before: number;
  after: number;
}

/** Many are easy, some hopeless, the rest anything between. */
function requestOf(random: Random, harmed: number): Request {
  const kind = random.next();
  const uneven = kind < 0.6 ? 0.05 : random.next();
  const before = kind < 0.5 ? 0.97 : uneven;
  const tool = random.pick(TOOLS);
  return { tool, before, after: random.next() < harmed ? before * 0.3 : before };
}

/** What is called: the tool itself, or one of the others, or none. */
function callOf(random: Random, tool: string, chance: number): string[] {
  if (random.next() < chance) return [tool];
  return random.next() < 0.2 ? [] : [random.pick(TOOLS.filter((other) => other !== tool))];
}

function rowOf(
  { tool, ...request }: Request,
  name: string,
  side: 'before' | 'after',
  random: Random,
): DatasetRow {
  const called = callOf(random, tool, request[side]);
  return { case: name, expected: [tool], called, correct: called[0] === tool, calls: called.length };
}

async function runOf(
  requests: readonly (readonly Request[])[],
  side: 'before' | 'after',
  { runs }: Pick<Scenario, 'runs'>,
  random: Random,
): Promise<RunEnvelope> {
  const rows: CaseResult[] = [];
  for (const [which, model] of MODELS.entries()) {
    for (const [at, request] of requests[which]!.entries()) {
      for (let run = 1; run <= runs; run += 1) {
        const of = rowOf(request, `${at}`, side, random);
        const name = `requests [${at}] [${model}] #${run}`;
        const [test, spec] = [`requests [${at}]`, { of: 'requests', name: `${at}`, file: FILE, line: 1 }];
        rows.push(
          sampleCase({
            id: name,
            name,
            test,
            case: spec,
            file: FILE,
            model,
            run,
            kind: 'agent',
            dataset: of,
          }),
        );
      }
    }
  }
  const gates = ['dataset.accuracy', 'dataset.f1'].map((target) => ({ target, matcher: { '>=': 0 } }));
  const heads = MODELS.map((model) => ({
    file: FILE,
    test: 'requests',
    model,
    of_cases: requests[0]!.length,
  }));
  const datasets = [];
  for (const head of heads) {
    // Intervals of the run by itself are not looked at, and cost most of the time.
    const found = await datasetOf({ ...head }, rows.filter(({ model }) => model === head.model).slice(0, 1));
    if (found) datasets.push({ ...found, gates });
  }
  return sampleRun(rows, { datasets });
}

/** The true difference of each figure, from so many requests that chance is gone. */
function truthOf(harmed: number): Record<string, number> {
  const random = randomOf(1, `truth ${harmed}`);
  const many = Array.from({ length: 30_000 }, () => requestOf(random, harmed));
  const [before, after] = (['before', 'after'] as const).map((side) =>
    many.map((request, at) => rowOf(request, `${at}`, side, random)),
  );
  const changes = figureChanges(before!, after!);
  return Object.fromEntries(
    FIGURES.map((name) => [name, changes.find(({ figure }) => `dataset.${figure}` === name)!.difference]),
  );
}

export interface Tally {
  comparisons: number;
  /** The gate would have failed. */
  alarms: number;
  /** A figure that is asked for is called better, which none is. */
  wrongly_better: number;
  /** By figure: intervals that hold the truth, of all. */
  held: Record<string, { held: number; of: number }>;
}

const truths = new Map<number, Record<string, number>>();

export async function simulate(scenario: Scenario, comparisons: number, seed = 1): Promise<Tally> {
  const truth = truths.get(scenario.harmed) ?? truthOf(scenario.harmed);
  truths.set(scenario.harmed, truth);
  const tally: Tally = { comparisons, alarms: 0, wrongly_better: 0, held: {} };
  for (let at = 0; at < comparisons; at += 1) {
    const random = randomOf(seed, `${scenario.name} ${at}`);
    const requests = MODELS.map(() =>
      Array.from({ length: scenario.cases }, () => requestOf(random, scenario.harmed)),
    );
    const base = await runOf(requests, 'before', scenario, random);
    const now = await runOf(requests, 'after', scenario, random);
    const comparison = compareWithCases(base, now);
    if (worseThings(comparison).length > 0) tally.alarms += 1;
    if (comparison.paired.some(({ asked, verdict }) => asked && verdict === 'better'))
      tally.wrongly_better += 1;
    for (const { figure, interval } of comparison.paired) {
      const real = truth[figure];
      if (real === undefined || interval === undefined) continue;
      const count = tally.held[figure] ?? { held: 0, of: 0 };
      tally.held[figure] = count;
      count.of += 1;
      if (interval[0] <= real && real <= interval[1]) count.held += 1;
    }
  }
  return tally;
}
