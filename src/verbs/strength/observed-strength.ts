/** Whether a suite that was just written would notice a broken server, measured on the replies it was written from. */
import type { AskedCall, ObservedAnswer } from '../../generate/observation.js';
import type { InvocationRedactor } from '../../redact/open-redactor.js';
import { measureStrength } from '../../strength/measure.js';
import { invalidSuite } from '../../suite/invalid-suite.js';
import { parseSuite } from '../../suite/load.js';
import { makePlan } from '../../suite/plan.js';
import type { CaseResult } from '../../types/envelope.js';
import type { PlannedCase } from '../../types/plan.js';
import type { Strength, TestStrength } from '../../types/strength.js';
import { plural } from '../../util/text.js';

export interface WrittenSuite {
  text: string;
  /** As its user would name it. */
  file: string;
  cwd: string;
  env?: Record<string, string | undefined>;
  redactor: InvocationRedactor;
  /** All answers to a call, the first of which the tests are judged on. */
  answersTo(call: AskedCall): readonly ObservedAnswer[] | undefined;
}

export interface MeasuredSuite {
  strength: Strength;
  /** Calls whose own answer a test did not accept. */
  rejected: AskedCall[];
}

export async function observedStrength(written: WrittenSuite): Promise<MeasuredSuite> {
  const { text, file, cwd, env = process.env, redactor } = written;
  const { suites, problems } = await parseSuite(text, { file, cwd, workspace: cwd, env, redactor });
  if (suites.length === 0) throw invalidSuite(problems);
  const plan = await makePlan(suites, {});
  const rows = plan.cases.map((planned) => rowsOf(planned, written));
  const strength = await measureStrength({
    plan,
    results: rows.flatMap(([first]) => first ?? []),
    observed: [rows.flatMap(([, second]) => second ?? [])],
    redactor,
    snapshots: () => undefined,
    seed: 1,
    min: { of: new Map() },
  });
  const measured = new Set(strength.tests.map(({ name }) => name));
  const rejected = plan.cases.flatMap((planned, n) => {
    const call = callOf(planned);
    return rows[n]?.length && call && !measured.has(planned.name) ? [redactor.value(call)] : [];
  });
  return { strength, rejected };
}

/** A row for each time that the one call of the test was observed. */
function rowsOf(planned: PlannedCase, { answersTo, redactor }: WrittenSuite): CaseResult[] {
  const { id, name, suite, test } = planned;
  const asked = callOf(planned);
  if (asked === undefined || test.skip) return [];
  const answers = answersTo(redactor.value(asked)) ?? [];
  return answers.map((answer) => ({
    id,
    name,
    test: test.name,
    kind: asked.kind,
    verdict: 'pass',
    flaky: false,
    duration_ms: answer.duration_ms,
    file: suite.display_file,
    line: test.place.line,
    tags: [],
    checks: [],
    figures: {},
    replies: [{ step: 1, ...answer }],
    repro: '',
  }));
}

function callOf({ test }: PlannedCase): AskedCall | undefined {
  const call = test.steps[0]?.call;
  if (call?.kind === 'tool')
    return { kind: 'tool', name: call.tool, args: call.args as Record<string, unknown> };
  if (call?.kind === 'prompt') return { kind: 'prompt', name: call.prompt, args: call.args };
  return call?.kind === 'resource' ? { kind: 'resource', name: call.uri } : undefined;
}

/** Half of what may go wrong passes such a test. */
const WEAK_BELOW = 0.5;
const MAX_NAMED = 8;

export function isWeak({ hollow, rate = 1 }: TestStrength): boolean {
  return hollow || rate < WEAK_BELOW;
}

/** `strength 78 % (7 tests measured on what was observed; 3 are weak: …)`. */
export function strengthSentence(strength: Strength): string {
  const { rate, tests } = strength;
  if (rate === undefined) return 'strength unknown: nothing was observed that a test could be measured on';
  const weak = tests.filter(isWeak).map(({ name }) => name);
  const measured = `${plural(tests.length, 'test')} measured on what was observed`;
  const named = weak.slice(0, MAX_NAMED).join(', ') + (weak.length > MAX_NAMED ? ' …' : '');
  const verb = weak.length === 1 ? 'is' : 'are';
  const about = weak.length === 0 ? 'none is weak' : `${weak.length} ${verb} weak: ${named}`;
  return `strength ${Math.floor(rate * 100)} % (${measured}; ${about})`;
}
