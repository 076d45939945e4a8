/** The judge that a command names, with the models that the suite declares. */
import { resolve } from 'node:path';
import type { RedactorInput } from '../redact/open-redactor.js';
import { workspaceAt } from '../store/workspace.js';
import type { LoadOptions } from '../suite/load.js';
import type { JudgeInput } from '../tdqs/open-judge.js';
import type { ModelEntry } from '../types/driver.js';
import { McptestError } from '../util/errors.js';

export type JudgeFlags = Pick<
  JudgeInput,
  'judge' | 'base_url' | 'api_key_env' | 'rubric' | 'judge_timeout_ms' | 'fresh' | 'max_cost'
>;

export interface JudgeContext extends JudgeFlags, RedactorInput {
  workspace?: string;
  /** The suite that declares the model. */
  config?: string;
  signal?: AbortSignal;
}

export async function judgeInput(input: JudgeContext, cwd: string): Promise<JudgeInput> {
  const env = input.env ?? process.env;
  const workspace = workspaceAt(cwd, input.workspace);
  const { judge, base_url, api_key_env, rubric, judge_timeout_ms, fresh, max_cost, signal, redactor } = input;
  const key = api_key_env === undefined ? undefined : env[api_key_env];
  if (api_key_env !== undefined && key) redactor?.declare([{ name: api_key_env, value: key }]);
  const offline = judge === undefined || judge === 'offline' || base_url !== undefined;
  const declared = offline
    ? { models: {} }
    : await declaredIn(input.config, judge, { cwd, workspace, env, redactor });
  return {
    judge,
    base_url,
    api_key_env,
    rubric: rubric === undefined ? undefined : resolve(cwd, rubric),
    judge_timeout_ms,
    fresh,
    max_cost: max_cost ?? declared.budget,
    signal,
    env,
    workspace,
    models: declared.models,
  };
}

/**
 * The models of the suites, and the budget of the suite that declares the judge. A suite that is not there, or is broken,
 * still leaves the models that providers know by name.
 */
async function declaredIn(
  config: string | undefined,
  judge: string,
  context: LoadOptions,
): Promise<{ models: Record<string, ModelEntry>; budget?: number }> {
  const { loadSuites } = await import('../suite/load.js');
  try {
    const { suites, problems } = await loadSuites(config === undefined ? [] : [config], context);
    // A model of a suite that cannot be read would be called unknown.
    if (config !== undefined && problems.length > 0)
      throw (await import('../suite/invalid-suite.js')).invalidSuite(problems);
    const models: Record<string, ModelEntry> = Object.assign({}, ...suites.map((suite) => suite.models));
    const own = suites.findLast((suite) => Object.hasOwn(suite.models, judge));
    return { models, budget: own?.budget?.per_suite_usd };
  } catch (error) {
    if (error instanceof McptestError && config === undefined) return { models: {} };
    throw error;
  }
}
