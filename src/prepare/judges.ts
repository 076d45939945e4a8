/** Judges before a run: whoever nobody knows, or whose price nobody knows, is told now; recordings are at hand. */
import { createPaces } from '../drivers/pace.js';
import { PRICES_AS_OF, priceOf } from '../drivers/prices.js';
import { DEFAULT_JUDGE, isJudged, modelOf as judgeOf } from '../match/llm-judge.js';
import type { Redactor } from '../redact/redactor.js';
import { JudgeDesk, recordingName } from '../run/judging/judge-desk.js';
import { judgementsFile, readJudgements, writeJudgements } from '../store/recorded-judgements.js';
import type { ModelSpec } from '../types/driver.js';
import type { RecordedJudgement } from '../types/judging.js';
import type { Plan } from '../types/plan.js';
import type { Suite } from '../types/suite.js';
import { EXIT, McptestError } from '../util/errors.js';
import { isObject } from '../util/plain.js';
import { oneLine, plural } from '../util/text.js';
import type { CassetteFlags } from './agent-settings.js';
import { modelLookup } from './check-agents.js';

export interface JudgePlan {
  suite: Suite;
  /** The names of models that judge tests of it. */
  models: string[];
  /** How many matchers and labels are judged at most, where that is known beforehand. */
  checks: number;
}

/** Who judges in a plan; empty where nobody does. */
export function judgesOf({ suites, cases, groups }: Plan): JudgePlan[] {
  return suites.flatMap((suite) => {
    const models = new Set<string>();
    let checks = 0;
    const visit = (matcher: unknown): void => {
      if (Array.isArray(matcher)) matcher.forEach(visit);
      if (!isObject(matcher)) return;
      for (const [name, operand] of Object.entries(matcher)) {
        if (name === 'llm_judge') models.add(judgeOf(operand));
        else if (name === 'llm_jury' && isObject(operand)) for (const one of operand.jurors as string[]) models.add(one);
        else if (name !== 'scorer') visit(operand);
      }
    };
    const add = ({ matcher }: { matcher: unknown }, times: number): void => {
      if (!isJudged(matcher)) return;
      checks += times;
      visit(matcher);
    };
    for (const { test } of cases.filter((one) => one.suite === suite && one.test.skip === undefined))
      for (const { call, expect } of test.steps) {
        if (call.kind === 'calibration') {
          models.add(call.judge);
          checks += 1;
        }
        for (const assertion of expect.assertions) add(assertion, 1);
      }
    for (const { agent, runs } of groups.filter((one) => one.suite === suite && one.agent.skip === undefined))
      for (const assertion of agent.expect.assertions) add(assertion, runs.length);
    return checks === 0 ? [] : [{ suite, models: [...models], checks }];
  });
}

export interface JudgePreparation {
  desk: JudgeDesk;
}

export interface JudgeFlags extends CassetteFlags {
  /** What the whole run may cost, in US dollars. */
  max_cost?: number;
  signal?: AbortSignal;
}

export async function prepareDesk(
  plan: Plan,
  flags: JudgeFlags,
  redactor: Redactor,
  env: NodeJS.ProcessEnv,
): Promise<JudgePreparation | undefined> {
  const judges = judgesOf(plan);
  if (judges.length === 0) return undefined;
  const lookUp = modelLookup();
  const modelOf = (suite: Suite, name: string): ModelSpec | undefined =>
    name === DEFAULT_JUDGE && !Object.hasOwn(suite.models, name) ? undefined : lookUp({ suite }, name);
  const plays = flags.record !== true && flags.live !== true;
  const recorded = new Map<Suite, ReadonlyMap<string, RecordedJudgement>>();
  for (const { suite } of plays ? judges : []) {
    const list = await readJudgements(suite.file);
    if (list) recorded.set(suite, new Map(list.map((one) => [recordingName(one), one])));
  }
  checkJudges(judges, modelOf, (suite) => !recorded.has(suite), flags.max_cost);
  const settings = { env, paceOf: createPaces(), modelOf, redactor, signal: flags.signal };
  return { desk: new JudgeDesk({ ...settings, recorded: (suite) => recorded.get(suite) }) };
}

function checkJudges(
  judges: readonly JudgePlan[],
  modelOf: (suite: Suite, name: string) => ModelSpec | undefined,
  isLive: (suite: Suite) => boolean,
  max_cost: number | undefined,
): void {
  const problems: string[] = [];
  for (const { suite, models } of judges) {
    const isBounded = max_cost !== undefined || Object.keys(suite.budget ?? {}).length > 0;
    for (const name of models) {
      const spec = modelOf(suite, name);
      if (spec === undefined) continue;
      const at = `${suite.display_file}: \`${oneLine(name)}\``;
      if (spec.provider === 'scripted' || spec.provider === 'lexical')
        problems.push(`${at} judges a test, and is no model`);
      else if (isBounded && isLive(suite) && priceOf(spec) === undefined)
        problems.push(
          `${at} judges within a budget, and its price is not known (the table is of ${PRICES_AS_OF}); write it as \`models.${oneLine(name)}.price\``,
        );
    }
  }
  if (problems.length === 0) return;
  throw new McptestError({
    code: 'judge-not-usable',
    message: problems.join('\n'),
    hint: 'docs/judging.md says who can judge.',
    exitCode: EXIT.usage,
  });
}

/** What judges said in this run; after a part of the tests, beside what was recorded of the others. */
export async function saveJudgements(
  plan: Plan,
  desk: JudgeDesk,
  isWhole: boolean,
): Promise<{ written: string[]; warnings: string[] }> {
  const written: string[] = [];
  const warnings: string[] = [];
  for (const { suite } of judgesOf(plan)) {
    const said = desk.recordings(suite);
    const names = new Set(said.map(recordingName));
    const before = isWhole ? [] : ((await readJudgements(suite.file).catch(() => undefined)) ?? []);
    const all = [...said, ...before.filter((one) => !names.has(recordingName(one)))];
    if (all.length === 0) {
      warnings.push(`${suite.display_file}: no judgement was recorded, since no judge gave one`);
      continue;
    }
    try {
      await writeJudgements(suite.file, all);
      written.push(judgementsFile(suite.display_file).replaceAll('\\', '/'));
    } catch (error) {
      warnings.push(`the ${plural(all.length, 'judgement')} of ${suite.display_file} were not written: ${(error as Error).message}`);
    }
  }
  return { written, warnings };
}
