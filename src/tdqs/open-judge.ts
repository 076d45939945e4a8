/** The judge that a user names: the offline rules, or a model with a cache of what it said before. */

import { readText } from '../source/read-text.js';
import type { Driver, ModelEntry, ModelSpec, Price } from '../types/driver.js';
import type { PlannedCase } from '../types/plan.js';
import type { TdqsJudge } from '../types/tdqs.js';
import { didYouMean } from '../util/did-you-mean.js';
import { EXIT, McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { clip, oneLine } from '../util/text.js';
import type { Ledger } from './books.js';

export interface JudgeInput {
  /** `offline`, or the name of a model. */
  judge?: string;
  /** An OpenAI-compatible address that serves the model. */
  base_url?: string;
  /** The variable that holds the key for `base_url`. */
  api_key_env?: string;
  /** A file with another wording of the prompts. */
  rubric?: string;
  /** `models:` of the suite. */
  models?: Record<string, ModelEntry>;
  workspace: string;
  env: NodeJS.ProcessEnv;
  /** Milliseconds for one answer. */
  judge_timeout_ms?: number;
  /** Ask again even where an answer is kept. */
  fresh?: boolean;
  /** How often a provider that is busy is asked in all; several times by default. */
  attempts?: number;
  /** What the model may cost, in US dollars. */
  max_cost?: number;
  /** The driver of the model with its price, as it is paid for; where the money is counted elsewhere. */
  pay?: (driver: Driver, price: Price) => Driver;
  signal?: AbortSignal;
}

export interface OpenJudge {
  judge: TdqsJudge;
  /** What the user should know afterwards. */
  warning(): string | undefined;
  /** Why it is asked no more, once its budget is spent. */
  spent?(): string | undefined;
}

export async function openJudge(input: JudgeInput): Promise<OpenJudge> {
  const name = input.judge ?? 'offline';
  if (name === 'offline') {
    for (const key of ['base_url', 'rubric'] as const) if (input[key] !== undefined) throw needsModel(key);
    const { offlineJudge } = await import('./offline/judge.js');
    return { judge: offlineJudge, warning: () => undefined };
  }
  const { spec, driver, price, ledger } = await openModelOf(name, input);
  const [{ modelJudge }, { cachedJudge }, { openJudgements }] = await Promise.all([
    import('./model-judge.js'),
    import('./cached-judge.js'),
    import('../store/judgement-file.js'),
  ]);
  const judge = modelJudge(input.pay && price ? input.pay(driver, price) : driver, {
    rubric: await rubricOf(input.rubric),
    model: spec.model,
    ledger,
    price,
    // Questions that are under way are not paid yet: one at a time, so that a budget is passed by one answer at most.
    lanes: input.max_cost === undefined ? undefined : 1,
    timeout_ms: input.judge_timeout_ms,
    signal: input.signal,
  });
  const { spent } = ledger;
  if (input.fresh) return { judge, warning: () => undefined, spent };
  const kept = await openJudgements(input.workspace);
  const where = [spec.provider, spec.base_url ?? ''].join(' ');
  return { judge: cachedJudge(judge, kept, { where, kept: ledger.addKept }), warning: kept.problem, spent };
}

export interface OpenModel {
  spec: ModelSpec;
  driver: Driver;
  price?: Price;
  ledger: Ledger;
}

/** The model of a name with its books; a budget needs a price. */
export async function openModelOf(name: string, input: JudgeInput & { price?: Price }): Promise<OpenModel> {
  const spec = await judgeModel(name, { ...input.models, ...served(name, input) });
  const [{ createDriver }, { priceOf }, { openLedger }] = await Promise.all([
    import('../drivers/create.js'),
    import('../drivers/prices.js'),
    import('./books.js'),
  ]);
  const price = input.price ?? priceOf(spec);
  const { max_cost } = input;
  if (max_cost !== undefined && price === undefined) throw unpriced(name);
  const ledger = openLedger({ provider: spec.provider, model: spec.model, price, max_cost });
  return omitUndefined({
    spec,
    price,
    ledger,
    driver: createDriver(spec, { env: input.env, attempts: input.attempts }),
  });
}

/** Throws `McptestError` where nobody serves the model, or where it is none. */
async function judgeModel(name: string, models: Record<string, ModelEntry>): Promise<ModelSpec> {
  const { resolveModel } = await import('../drivers/models.js');
  const spec = resolveModel(name, models);
  if (spec.provider !== 'scripted' && spec.provider !== 'lexical') return spec;
  throw new McptestError({
    code: 'bad-judge',
    message: `${oneLine(name)} stands in for the model of an agent test, and cannot judge tools`,
    hint: 'Write --judge offline, or name a model of a provider.',
  });
}

/** Judges of `tdqs:` that nobody serves, all at once, before anything runs. */
export async function checkJudges(cases: readonly PlannedCase[], max_cost?: number): Promise<void> {
  const problems = new Map<string, McptestError>();
  for (const { suite, test } of cases) {
    const { line, column } = test.place;
    const at = `${suite.display_file}:${line}:${column}: \`${oneLine(clip(test.name, 80))}\``;
    for (const judge of judgesOf(test)) {
      const error = await judgeProblem(judge, suite, max_cost);
      if (error === undefined) continue;
      const hint = didYouMean(judge, ['offline']) ? 'did you mean offline?' : error.hint;
      problems.set(`${at} cannot be judged: ${[error.message, hint].filter(Boolean).join('. ')}`, error);
    }
  }
  const [first] = problems.values();
  if (first === undefined) return;
  throw new McptestError({
    code: first.code,
    message: [...problems.keys()].join('\n'),
    hint: 'A judge is `offline`, a model of a provider, or a name of `models:`.',
    exitCode: EXIT.usage,
  });
}

/** The models that a test names as judges; none where it is skipped. */
function judgesOf({ skip, steps }: PlannedCase['test']): string[] {
  if (skip !== undefined) return [];
  const named = steps.flatMap(({ call }) => (call.kind === 'catalog' ? (call.judge ?? []) : []));
  return named.filter((judge) => judge !== 'offline');
}

async function judgeProblem(
  judge: string,
  { models = {}, budget }: PlannedCase['suite'],
  max_cost: number | undefined,
): Promise<McptestError | undefined> {
  try {
    const spec = await judgeModel(judge, models);
    const limits = [budget?.per_suite_usd, budget?.per_test_usd, max_cost];
    if (limits.every((limit) => limit === undefined)) return undefined;
    const { priceOf } = await import('../drivers/prices.js');
    return priceOf(spec) === undefined ? unpriced(judge) : undefined;
  } catch (error) {
    if (error instanceof McptestError) return error;
    throw error;
  }
}

function served(name: string, { base_url, api_key_env }: JudgeInput): Record<string, ModelEntry> {
  if (base_url === undefined) return {};
  return { [name]: omitUndefined({ provider: 'openai-compatible', base_url, api_key_env }) };
}

async function rubricOf(file: string | undefined) {
  const { DEFAULT_RUBRIC } = await import('./rubric.js');
  if (file === undefined) return DEFAULT_RUBRIC;
  const [{ readRubric }, { readYamlSource }, text] = await Promise.all([
    import('./read-rubric.js'),
    import('../source/yaml-source.js'),
    readText(file, file),
  ]);
  const { value, problems } = readYamlSource(text);
  const [first] = problems;
  if (first === undefined) return readRubric(value, file);
  throw new McptestError({
    code: 'bad-rubric',
    message: `${file}:${first.line}:${first.column} is neither YAML nor JSON: ${first.message}`,
    hint: 'A rubric is a map with `tool` and `server`, each with `system` and `prompt`.',
  });
}

/** A bound that nobody can hold is none. */
function unpriced(name: string): McptestError {
  const shown = oneLine(clip(name, 80));
  return new McptestError({
    code: 'price-unknown',
    message: `the judge ${shown} has a budget, and its price is not known`,
    hint: `Write the price as \`models.${shown}.price\` in the suite, or leave the budget out.`,
    exitCode: EXIT.usage,
  });
}

function needsModel(key: 'base_url' | 'rubric'): McptestError {
  const flag = `--${key.replace('_', '-')}`;
  return new McptestError({
    code: 'bad-judge',
    message: `${flag} has no meaning for the offline judge, which asks no model`,
    hint: `Name the model with --judge MODEL, or leave ${flag} out.`,
  });
}
