/** `run --explain` and `run --dry-run`: the plan, the models and what they may cost. Nothing is started and nobody is asked. */
import { estimateRun, type ModelEstimate, TOKENS_OF_A_CALL } from '../prepare/estimate.js';
import { estimateTests, TAKEN, type TestEstimate } from '../prepare/estimate-tests.js';
import { prepareRun } from '../prepare/prepare-run.js';
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

export async function explainRun(input: RunInput): Promise<ExplainedRun> {
  const prepared = await prepareRun(input);
  const { plan, redactor, warnings, empty_shard } = prepared;
  const models = estimateRun(prepared);
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

/** What the agent tests of a run would come to. */
export async function estimateAgents(input: RunInput): Promise<DryRun> {
  return { tests: await estimateTests(await prepareRun(input), input.concurrency), taken: TAKEN };
}
