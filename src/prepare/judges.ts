/** Judges before a run: whoever nobody knows, or whose price nobody knows, is told now; recordings are at hand. */
import { readFileSync } from 'node:fs';
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
  /** The names of models that judge tests of it, and how often each is asked at least. */
  asked: ReadonlyMap<string, number>;
}

/** Who judges in a plan; empty where nobody does. */
export function judgesOf(plan: Plan): JudgePlan[] {
  return plan.suites.flatMap((suite) => {
    const asked = new Map<string, number>();
    const wanted = judgedParts(plan, suite);
    for (const { judges, times } of wanted)
      for (const judge of judges) asked.set(judge, (asked.get(judge) ?? 0) + times);
    return wanted.length > 0 ? [{ suite, asked }] : [];
  });
}

/** What is judged, by whom, and how often. */
function judgedParts({ cases, groups }: Plan, suite: Suite): { judges: string[]; times: number }[] {
  const steps = cases
    .filter((one) => one.suite === suite && one.test.skip === undefined)
    .flatMap(({ test }) => test.steps);
  const agents = groups.filter((one) => one.suite === suite && one.agent.skip === undefined);
  const written = [
    ...steps.flatMap(({ expect }) => expect.assertions.map(({ matcher }) => ({ matcher, times: 1 }))),
    ...agents.flatMap(({ agent, runs }) =>
      agent.expect.assertions.map(({ matcher }) => ({ matcher, times: runs.length })),
    ),
  ];
  return [
    ...steps.flatMap(({ call }) =>
      call.kind === 'calibration' ? [{ judges: [call.judge], times: labelsIn(call.labels) }] : [],
    ),
    ...written
      .filter(({ matcher }) => isJudged(matcher))
      .map(({ matcher, times }) => ({ judges: judgesIn(matcher), times })),
  ];
}

/** The models that a matcher, or one inside it, is judged by. */
function judgesIn(matcher: unknown): string[] {
  if (Array.isArray(matcher)) return matcher.flatMap(judgesIn);
  if (!isObject(matcher)) return [];
  return Object.entries(matcher).flatMap(([name, operand]) => {
    if (name === 'llm_judge') return [judgeOf(operand)];
    if (name === 'llm_jury' && isObject(operand)) return operand.jurors as string[];
    return name === 'scorer' ? [] : judgesIn(operand);
  });
}

/** About how many labels a file holds; 0 when it cannot be read, which the test itself tells. */
function labelsIn(file: string): number {
  try {
    return readFileSync(file, 'utf8').split('"text"').length - 1;
  } catch {
    return 0;
  }
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
  for (const { suite, asked } of judges) {
    const isBounded = max_cost !== undefined || Object.keys(suite.budget ?? {}).length > 0;
    for (const name of asked.keys()) {
      const spec = modelOf(suite, name);
      if (spec === undefined) continue;
      const at = `${suite.display_file}: \`${oneLine(name)}\``;
      if (spec.provider === 'scripted' || spec.provider === 'lexical')
        problems.push(`${at} judges a test, and is not a model`);
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
      warnings.push(
        `the ${plural(all.length, 'judgement')} of ${suite.display_file} were not written: ${(error as Error).message}`,
      );
    }
  }
  return { written, warnings };
}
