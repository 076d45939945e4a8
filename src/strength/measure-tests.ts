/** The plain tests of one suite: each passing one is judged again on changed answers. */

import { tallyOf } from '../envelope/strength-counts.js';
import { type Captures, capturesIn } from '../match/captures.js';
import { isJudged } from '../match/llm-judge.js';
import type { SnapshotBook } from '../match/snapshot-book.js';
import type { Redactor } from '../redact/redactor.js';
import type { CaseResult, OutputSchema } from '../types/envelope.js';
import type { PlannedCase } from '../types/plan.js';
import type { TestStrength } from '../types/strength.js';
import type { Step, TestSpec } from '../types/suite.js';
import { canonicalJson } from '../util/canonical-json.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { type AnsweredStep, type JudgeContext, objection } from './judge-replies.js';
import { keptReplies } from './kept-replies.js';
import { type Mutant, mutantsOf } from './mutants.js';
import { type Answer, type Candidate, isFailure, type Subject } from './subject.js';
import { suggest } from './suggest.js';
import { declaredVolatile, isVolatile, volatilePlaces } from './volatile-places.js';

export interface SuiteTests {
  cases: readonly PlannedCase[];
  /** The row of a case, in the run and in each further observation. */
  rowOf(planned: PlannedCase): CaseResult | undefined;
  observedRows(planned: PlannedCase): CaseResult[];
  outputs: readonly OutputSchema[];
  redactor: Redactor;
  snapshots: SnapshotBook | undefined;
  seed: number;
  /** Told of every change and of what became of it. */
  judged(mutant: { planned: PlannedCase; step: Step; family: string; killed: boolean }): void;
}

export interface MeasuredTests {
  tests: TestStrength[];
  unmeasured: { name: string; file: string; reason: string }[];
}

export async function measureTests(suite: SuiteTests): Promise<MeasuredTests> {
  const out: MeasuredTests = { tests: [], unmeasured: [] };
  const captures: Captures = new Map();
  const known = answersOf(suite);
  for (const planned of suite.cases) {
    const measured = await measureOne(planned, suite, { captures, known });
    if (typeof measured !== 'string') out.tests.push(measured);
    else out.unmeasured.push({ name: planned.name, file: planned.suite.display_file, reason: measured });
  }
  return out;
}

/** What was answered in the suite: by test, by tool, and what each server had answered before. */
interface KnownAnswer {
  answer: Answer;
  text: string;
  /** What the server answered before it. */
  before?: KnownAnswer;
}

interface KnownAnswers {
  replies: Map<PlannedCase, AnsweredStep[]>;
  of: Map<Answer, KnownAnswer>;
  byTool: Map<string, KnownAnswer[]>;
}

function answersOf({ cases, rowOf }: SuiteTests): KnownAnswers {
  const out: KnownAnswers = { replies: new Map(), of: new Map(), byTool: new Map() };
  const last = new Map<string, KnownAnswer>();
  for (const planned of cases) {
    const row = rowOf(planned);
    const replies = row && keptReplies(planned.test, row);
    if (replies === undefined) continue;
    out.replies.set(planned, replies);
    for (const [index, { answer }] of replies.entries()) {
      const { call } = planned.test.steps[index]!;
      const text = canonicalJson([answer.result, answer.error]);
      const known: KnownAnswer = omitUndefined({ answer, text, before: last.get(call.server) });
      out.of.set(answer, known);
      last.set(call.server, known);
      const tool = toolKey(call);
      if (tool !== undefined)
        out.byTool.set(tool, [...(out.byTool.get(tool) ?? []).slice(0, MOST_SIBLINGS), known]);
    }
  }
  return out;
}

/** More answers of one tool than this tell nothing new about it. */
const MOST_SIBLINGS = 20;

function toolKey(call: Step['call']): string | undefined {
  return call.kind === 'tool' ? JSON.stringify([call.server, call.tool]) : undefined;
}

/** Kinds whose checks are about lists, notifications and pages beside the reply. */
const UNCHANGED: Step['call']['kind'][] = [
  'calibration',
  'catalog',
  'compliance',
  'subscription',
  'app',
  'capabilities',
];

interface SuiteState {
  captures: Captures;
  known: KnownAnswers;
}

async function measureOne(
  planned: PlannedCase,
  suite: SuiteTests,
  { captures, known }: SuiteState,
): Promise<TestStrength | string> {
  const { test } = planned;
  const row = suite.rowOf(planned);
  if (row === undefined) return 'it is not in the run';
  if (row.verdict === 'skipped') return 'it was skipped';
  if (row.verdict !== 'pass') return `it did not pass; \`${row.repro}\` shows why`;
  if (test.steps.some(({ expect }) => expect.assertions.some(({ matcher }) => isJudged(matcher))))
    return 'a judge decides it, and judges are not called for changed replies';
  if (test.steps.some(({ call }) => UNCHANGED.includes(call.kind)))
    return 'it looks at more than the reply to one request';
  const replies = known.replies.get(planned);
  if (replies === undefined) return 'the run does not hold its replies';
  const before = new Map(captures);
  const context = contextOf(suite, captures);
  const against = await objection(test, replies, context);
  if (against) return `it does not pass on its own reply: ${against.message}`;
  const observed = suite.observedRows(planned).flatMap((one) => {
    const kept = keptReplies(test, one);
    return kept ? [kept] : [];
  });
  const chosen = chooseMutants(planned, replies, { known, observed, seed: suite.seed });
  return judgeMutants(planned, replies, { ...chosen, observed, suite, before, after: captures });
}

function contextOf({ redactor, snapshots, outputs }: SuiteTests, captures: Captures): JudgeContext {
  return {
    captures,
    redactor,
    snapshots,
    toolOf: ({ call }) => {
      if (call.kind !== 'tool') return undefined;
      const found = outputs.find(({ server, tool }) => server === call.server && tool === call.tool);
      return found && { outputSchema: found.schema };
    },
  };
}

function chooseMutants(
  { id, test }: PlannedCase,
  replies: AnsweredStep[],
  { known, observed, seed }: { known: KnownAnswers; observed: AnsweredStep[][]; seed: number },
) {
  const subjects = replies.map(({ answer }, index) => subjectOf(test, index, known, answer));
  const prepares = test.steps.map((step, index) => isPreparation(test, step, index));
  const volatile = replies.map(({ answer }, index) => {
    const others = observed.flatMap((one) => one[index]?.answer ?? []);
    return volatilePlaces(answer, [...others, ...declaredVolatile(test.steps[index]!, answer)]);
  });
  return mutantsOf(subjects, {
    key: `${seed}\0${id}`,
    isVolatile: (candidate, step) => isVolatile(candidate, volatile[step]!),
    isMeant: (candidate, step) => !prepares[step] || isNeeded(candidate, test.steps[step]!),
  });
}

/** A step that asserts nothing, before one that does, is there for what comes after it. */
function isPreparation({ steps }: TestSpec, { expect }: Step, index: number): boolean {
  const asserts = (one: Step): boolean => one.expect.assertions.length > 0;
  return expect.assertions.length === 0 && steps.slice(index + 1).some(asserts);
}

/** Of such a step counts that it succeeds, and what is captured of it. */
function isNeeded({ family, path }: Candidate, { capture }: Step): boolean {
  return family === 'M-ERR' || Object.values(capture).includes(path);
}

function subjectOf(test: TestSpec, index: number, known: KnownAnswers, answer: Answer): Subject {
  const { call } = test.steps[index]!;
  const own = known.of.get(answer);
  const tool = toolKey(call);
  const all = tool === undefined ? [] : (known.byTool.get(tool) ?? []);
  const siblings = all.filter(({ text }) => text !== own?.text).map((one) => one.answer);
  // Whether an answer fails is noticed by M-ERR; a mix-up is of two that look alike.
  const isAlike = (other: Answer): boolean => isFailure(other) === isFailure(answer);
  const stale = own?.before;
  return omitUndefined({
    answer,
    kind: call.kind,
    asked: askedOf(call),
    siblings: siblings.slice(0, 5),
    swap: siblings.find(isAlike),
    stale: stale && stale.text !== own.text && isAlike(stale.answer) ? stale.answer : undefined,
  });
}

function askedOf(call: Step['call']): unknown {
  if ('args' in call) return call.args;
  if (call.kind === 'request') return call.params;
  return call.kind === 'resource' ? call.uri : undefined;
}

interface MutantRound {
  mutants: Mutant[];
  equivalent: number;
  observed: AnsweredStep[][];
  suite: SuiteTests;
  /** What was captured before the test, and what after it. */
  before: Captures;
  after: Captures;
}

async function judgeMutants(
  planned: PlannedCase,
  replies: AnsweredStep[],
  { mutants, equivalent, observed, suite, before, after }: MutantRound,
): Promise<TestStrength> {
  const { test } = planned;
  const survivors: TestStrength['survivors'] = [];
  let noticed = 0;
  let unknown = 0;
  for (const mutant of mutants) {
    const changed = replies.map((reply, n) =>
      n === mutant.step ? { ...reply, answer: mutant.answer } : reply,
    );
    const captures = new Map(before);
    const killed = (await objection(test, changed, contextOf(suite, captures))) !== undefined;
    if (!killed && isAskedOtherwise(test, mutant.step, { captures, after })) {
      unknown += 1;
      continue;
    }
    const { family, path, change } = mutant.candidate;
    suite.judged({ planned, step: test.steps[mutant.step]!, family, killed });
    if (killed) noticed += isSaid(mutant, replies) ? 1 : 0;
    if (killed) continue;
    const seen = [replies, ...observed].flatMap((one) => one[mutant.step]?.answer ?? []);
    survivors.push(
      omitUndefined({ id: mutant.id, family, path, change, suggestion: await suggest(mutant, seen) }),
    );
  }
  const { server } = test;
  return omitUndefined({
    name: planned.name,
    file: planned.suite.display_file,
    line: test.place.line,
    subject: subjectName(test),
    server,
    ...tallyOf(mutants.length - unknown - survivors.length, mutants.length - unknown),
    hollow: survivors.length > 0 && noticed === 0,
    equivalent: equivalent + unknown > 0 ? equivalent + unknown : undefined,
    survivors,
  });
}

/** A later call would have been made with another value, and nobody knows how the server would have answered it. */
function isAskedOtherwise(
  { steps }: TestSpec,
  step: number,
  { captures, after }: { captures: Captures; after: Captures },
): boolean {
  const changed = Object.keys(steps[step]!.capture).filter(
    (name) => canonicalJson(captures.get(name)) !== canonicalJson(after.get(name)),
  );
  return steps.slice(step + 1).some(({ call }) => {
    const read = capturesIn(call);
    return changed.some((name) => read.has(name));
  });
}

/** Whether a change is in what a good answer says; that an answer fails or is empty is noticed by the hollowest test. */
function isSaid({ candidate, answer, step }: Mutant, replies: AnsweredStep[]): boolean {
  if (isFailure(replies[step]!.answer)) return true;
  return candidate.family !== 'M-ERR' && candidate.family !== 'M-EMPTY' && !isFailure(answer);
}

function subjectName({ steps }: TestSpec): string | undefined {
  const call = steps[0]?.call;
  if (call?.kind === 'tool') return call.tool;
  if (call?.kind === 'resource') return call.uri;
  return call?.kind === 'prompt' ? call.prompt : undefined;
}
