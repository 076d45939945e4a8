/** A test judged on answers that are already there, as the run judged it: the same checks, and nobody is asked. */

import { judgeStep } from '../gates/judge.js';
import { capture } from '../gates/observe.js';
import { judgeOutput } from '../gates/output-schema.js';
import { type Captures, capturesIn, fillCaptures } from '../match/captures.js';
import type { SnapshotBook } from '../match/snapshot-book.js';
import type { Redactor } from '../redact/redactor.js';
import { shownAssertions } from '../score/shown-assertions.js';
import type { Notice, ProgressNote, Reply } from '../types/connection.js';
import type { Expectation, Step, TestSpec } from '../types/suite.js';
import type { Check } from '../types/verdict.js';
import type { Answer } from './subject.js';

export interface JudgeContext {
  captures: Captures;
  redactor: Redactor;
  snapshots?: SnapshotBook;
  /** The tool of a step with what it promises of its results. */
  toolOf(step: Step): Record<string, unknown> | undefined;
}

export interface AnsweredStep {
  answer: Answer;
  duration_ms: number;
}

/** The first objection, or undefined when the test passes. Captures are set on the way. */
export async function objection(
  test: TestSpec,
  steps: readonly AnsweredStep[],
  context: JudgeContext,
): Promise<Check | undefined> {
  for (const [index, step] of test.steps.entries()) {
    const answered = steps[index];
    if (answered === undefined)
      return { target: 'reply', matcher: 'kept', outcome: 'inconclusive', message: 'its reply was not kept' };
    const checks = await judgeOne({ test, step }, replyOf(answered), context);
    const against = checks.find(({ outcome }) => outcome !== 'pass');
    if (against) return against;
  }
  return undefined;
}

async function judgeOne(
  { test, step }: { test: TestSpec; step: Step },
  reply: Reply,
  context: JudgeContext,
): Promise<Check[]> {
  const { captures, snapshots } = context;
  const missing = ready.has(step) ? [] : [...capturesIn(step.expect)].filter((name) => !captures.has(name));
  if (missing.length > 0)
    return [
      {
        target: 'captured',
        matcher: 'set',
        outcome: 'inconclusive',
        message: `nothing was captured as ${missing.join(', ')}`,
      },
    ];
  const { checks } = await judgeStep(reply, shown(step, context), {
    test: test.name,
    step: test.steps.length > 1 ? (step.name ?? String(test.steps.indexOf(step) + 1)) : undefined,
    snapshots,
  });
  if (step.call.kind === 'tool' && reply.kind === 'result') {
    const { check } = await judgeOutput(reply, context.toolOf(step));
    if (check) checks.push(check);
  }
  if (checks.every(({ outcome }) => outcome === 'pass')) checks.push(...capture(step, reply, captures));
  return checks;
}

/** Most expectations capture nothing, and are made ready once for all changes. */
const ready = new WeakMap<Step, Expectation>();

function shown(step: Step, { captures, redactor }: JudgeContext): Expectation {
  const known = ready.get(step);
  if (known) return known;
  const isFixed = capturesIn(step.expect).size === 0;
  const filled = isFixed ? step.expect : fillCaptures(step.expect, captures);
  const expectation = { ...filled, assertions: shownAssertions(filled.assertions, redactor) };
  if (isFixed) ready.set(step, expectation);
  return expectation;
}

function replyOf({ answer, duration_ms }: AnsweredStep): Reply {
  const seen = {
    duration_ms,
    progress: (answer.progress ?? []) as ProgressNote[],
    notifications: answer.notifications as Notice[] | undefined,
  };
  if (answer.cancelled) return { kind: 'cancelled', message: 'cancelled', ...seen };
  if (answer.error !== undefined) return { kind: 'error', error: answer.error, ...seen };
  return { kind: 'result', result: answer.result, ...seen };
}
