/** `run --explain` and `run --dry-run`: the plan, the models and what they may cost. Nothing is started and nobody is asked. */
import { estimateRun, type ModelEstimate, TOKENS_OF_A_CALL } from '../prepare/estimate.js';
import { estimateTests, TAKEN, type TestEstimate } from '../prepare/estimate-tests.js';
import { type PreparedRun, prepareRun } from '../prepare/prepare-run.js';
import type { Redactor } from '../redact/redactor.js';
import type { Plan } from '../types/plan.js';
import type { RunInput } from './run.js';

export interface ExplainedRun {
  plan: Plan;
  redactor: Redactor;
  warnings: string[];
  empty_shard: boolean;
  models: ModelEstimate[];
  /** What one call is taken to read and to write. */
  tokens_of_a_call: { input: number; output: number };
  max_cost?: number;
}

/** `against`, as `run --against` has it, asks the models of agent tests a second time. */
export async function explainRun(input: RunInput, against?: string): Promise<ExplainedRun> {
  const sides = await prepareSides(input, against);
  const { plan, redactor, warnings, empty_shard } = sides[0];
  const models = estimateRun(sides);
  return {
    plan,
    redactor,
    warnings,
    empty_shard,
    models,
    tokens_of_a_call: TOKENS_OF_A_CALL,
    max_cost: input.max_cost,
  };
}

export interface DryRun {
  tests: TestEstimate[];
  /** What is taken where nobody can know before. */
  taken: typeof TAKEN;
}

/** What the agent tests of a run would come to, and those of its other side. */
export async function estimateAgents(input: RunInput, against?: string): Promise<DryRun> {
  const tests: TestEstimate[] = [];
  for (const side of await prepareSides(input, against))
    tests.push(...(await estimateTests(side, input.concurrency)));
  return { tests, taken: TAKEN };
}

async function prepareSides(input: RunInput, against?: string): Promise<[PreparedRun, ...PreparedRun[]]> {
  const own = await prepareRun(input);
  if (against === undefined) return [own];
  const { sideOf } = await import('./comparing/run-against.js');
  return [own, await prepareRun({ ...input, base_side: await sideOf(input.cwd, against) })];
}
