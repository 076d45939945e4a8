/** What a run would ask of models, and what that may cost: told before anybody is asked. */
import { missingKey } from '../drivers/create.js';
import { priceOf } from '../drivers/prices.js';
import { DEFAULT_JUDGE } from '../match/llm-judge.js';
import { DEFAULT_MAX_TURNS } from '../run/agent/bounds.js';
import type { ModelSpec, Price } from '../types/driver.js';
import type { Suite } from '../types/suite.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { modelLookup } from './check-agents.js';
import { judgesOf } from './judges.js';
import type { PreparedRun } from './prepare-run.js';

/** What one call is taken to read and to write; nobody knows before. */
export const TOKENS_OF_A_CALL = { input: 2000, output: 500 };

export interface ModelEstimate {
  model: string;
  does: 'agent' | 'judge';
  /** At most. */
  calls: number;
  /** Of the calls at their most; absent when the price is not known. */
  cost_usd?: number;
  /** Why it could not be asked now. */
  problem?: string;
}

/** Of runs that belong together. */
export function estimateRun(sides: readonly PreparedRun[]): ModelEstimate[] {
  const lookUp = modelLookup();
  const out = new Map<string, ModelEstimate>();
  for (const side of sides) {
    for (const { suite, name, does, calls } of askedBy(side)) {
      if (calls === 0 || (name === DEFAULT_JUDGE && !Object.hasOwn(suite.models, name))) continue;
      const spec = lookUp({ suite }, name);
      const key = JSON.stringify([does, name, spec.provider, spec.model]);
      const before = out.get(key)?.calls ?? 0;
      out.set(key, estimateOf(spec, does, before + calls, side.env));
    }
  }
  return [...out.values()];
}

interface Asked extends Pick<ModelEstimate, 'does' | 'calls'> {
  suite: Suite;
  name: string;
}

function* askedBy({ plan, agents, judges }: PreparedRun): Generator<Asked> {
  for (const group of plan.groups) {
    const { suite, agent, model, runs } = group;
    if (agent.skip !== undefined || agents?.settings.replay(group) !== undefined) continue;
    if (agent.command === undefined && model !== undefined)
      yield {
        suite,
        name: model,
        does: 'agent',
        calls: runs.length * (agent.max_turns ?? DEFAULT_MAX_TURNS),
      };
    const { model: judge, ...metrics } = agent.judged ?? {};
    if (judge !== undefined)
      yield { suite, name: judge, does: 'judge', calls: runs.length * Object.keys(metrics).length };
  }
  for (const { suite, asked } of judgesOf(plan))
    for (const [name, calls] of asked)
      yield { suite, name, does: 'judge', calls: judges?.plays(suite) ? 0 : calls };
}

function estimateOf(
  spec: ModelSpec,
  does: ModelEstimate['does'],
  calls: number,
  env: NodeJS.ProcessEnv,
): ModelEstimate {
  const price = priceOf(spec);
  return omitUndefined<ModelEstimate>({
    model: spec.name,
    does,
    calls,
    cost_usd: price && calls * costOfCall(price),
    problem: spec.provider === 'scripted' || spec.provider === 'lexical' ? undefined : missingKey(spec, env),
  });
}

function costOfCall({ input, output }: Price): number {
  return (TOKENS_OF_A_CALL.input * input + TOKENS_OF_A_CALL.output * output) / 1e6;
}
