/**
 * One attempt at a test: its steps in order, each asked, redacted, judged. Checks and traces hold
 * placeholders from here on; captured values keep their raw form, in memory only.
 */

import { CLIENT_REFUSES } from '../client/session/fault-log.js';
import { judgeStep } from '../gates/judge.js';
import { capture } from '../gates/observe.js';
import { judgeOutput } from '../gates/output-schema.js';
import { type Captures, capturesIn, fillCaptures } from '../match/captures.js';
import { isJudged } from '../match/llm-judge.js';
import type { SnapshotBook } from '../match/snapshot-book.js';
import type { JudgementBook } from '../match/types.js';
import type { Redactor } from '../redact/redactor.js';
import { shownAssertions } from '../score/shown-assertions.js';
import type { Connection, Reply } from '../types/connection.js';
import type { CaseResult, KeptReply } from '../types/envelope.js';
import type { CalibrationCall } from '../types/judging.js';
import type { Probes } from '../types/probes.js';
import type { Call, CatalogCall, ComplianceCall, Expectation, Step, TestSpec } from '../types/suite.js';
import type { Judgement, TraceCall } from '../types/trace.js';
import type { Check, Reason } from '../types/verdict.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject } from '../util/plain.js';
import type { ParentsOf, RowParents } from '../util/trace-ids.js';
import { ask, isPlain } from './ask.js';
import type { MeasureCatalog } from './catalog/catalog-check.js';
import type { Reach } from './compliance-conformance.js';
import type { TestJudging } from './judging/test-judging.js';
import type { KindAnswer } from './kinds/kind-answer.js';
import type { ProbedServer } from './probes/judge-probes.js';
import { shownReason } from './reason.js';
import type { ConnectionResult } from './servers.js';

export interface AttemptContext {
  connection(server: string): Promise<ConnectionResult>;
  requestTimeout(server: string): number;
  /** The server beside the connection that tests share. */
  server(name: string): ProbedServer;
  /** What conversations beside the connection take; `dir` is the folder of the suite. */
  reach(server: string): Reach;
  /** A tool as its server lists it, or why that is not known. */
  tool(connection: Connection, name: string): Promise<ListedTool>;
  captures: Captures;
  redactor: Redactor;
  snapshots: SnapshotBook;
  signal?: AbortSignal;
  /** Absent in a run that measures no catalogue. */
  measure?: MeasureCatalog;
  /** Deadline for the whole attempt. */
  timeout_ms?: number;
  lenient_stdout?: boolean;
  /** Where spans of the servers belong, in a run that writes spans. */
  parentsOf?: ParentsOf;
  /** The same for this attempt. */
  parents?: RowParents;
  /** What is done before, and behind whatever happened; where the first fails, nothing is asked. */
  around?: { before(): Promise<Check | undefined>; after(): Promise<void> };
  /** Asks judges on behalf of this test; absent in a run that has none. */
  judging?: TestJudging;
}

export interface ListedTool {
  def?: Record<string, unknown>;
  /** How many more the server lists under this name. */
  twins?: number;
  unlisted?: string;
  /** The server, which other tests need too, was gone when it was asked for the list. */
  lost?: Reason;
}

export interface Attempt {
  checks: Check[];
  notes: string[];
  calls: TraceCall[];
  /** Answers that the calls do not tell in full. */
  replies: KeptReply[];
  figures: Record<string, number>;
  judgements: Judgement[];
  /** What a calibration was about. */
  judge?: CaseResult['judge'];
  /** Time spent waiting for answers; starting a server, or listing its tools, is not the test's time. */
  duration_ms: number;
}

export async function attempt(test: TestSpec, context: AttemptContext): Promise<Attempt> {
  const out: Attempt = {
    checks: [],
    notes: [],
    calls: [],
    replies: [],
    figures: {},
    judgements: [],
    duration_ms: 0,
  };
  const limit = context.timeout_ms;
  for (const [index, step] of test.steps.entries()) {
    const left = limit === undefined ? undefined : Math.max(1, limit - out.duration_ms);
    const judged = await runStep({ test, step, left }, context, out);
    const place = test.steps.length > 1 ? stepLabel(index, step) : '';
    for (const check of judged) out.checks.push(place ? { ...check, message: place + check.message } : check);
    if (judged.some((check) => check.outcome !== 'pass')) break;
  }
  return out;
}

function stepLabel(index: number, { name }: Step): string {
  return `step ${index + 1}${name ? ` (${name})` : ''}: `;
}

/** One step of a test with its captures filled in, on a connection that stands. */
interface StepRun {
  test: TestSpec;
  step: Step;
  connection: Connection;
  timeout_ms: number;
  context: AttemptContext;
  /** Takes notes, calls, figures and the time. */
  out: Attempt;
}

async function runStep(
  { test, step, left }: { test: TestSpec; step: Step; left: number | undefined },
  context: AttemptContext,
  out: Attempt,
): Promise<Check[]> {
  const missing = [...capturesIn([step.call, step.expect])].filter((name) => !context.captures.has(name));
  if (missing.length > 0) return [captureMissing(missing)];

  if (step.call.kind === 'calibration') return checkJudge(step.call, context, out);
  const got = await context.connection(step.call.server);
  if (!got.connection) return [unreachable(step.call.server, shownReason(got.failure, context.redactor))];

  const call = fillCaptures(step.call, context.captures) as Exclude<Step['call'], CalibrationCall>;
  const own = step.timeout_ms ?? context.requestTimeout(call.server);
  const timeout_ms = left === undefined ? own : Math.min(own, Math.ceil(left));
  const run: StepRun = { test, step, connection: got.connection, timeout_ms, context, out };
  if (call.kind === 'catalog') return checkCatalog(run, call);
  if (call.kind === 'compliance') return checkCompliance(run, call);
  return askAndJudge(run, call);
}

async function checkJudge(call: CalibrationCall, context: AttemptContext, out: Attempt): Promise<Check[]> {
  if (context.judging === undefined) throw new Error('a calibration needs somebody who asks');
  const { checks, figures, judgements, judge } = await context.judging.calibrate(call);
  Object.assign(out.figures, figures);
  out.judgements.push(...judgements);
  out.judge = judge;
  return checks;
}

async function checkCatalog(run: StepRun, call: CatalogCall): Promise<Check[]> {
  const { step, connection, timeout_ms, context, out } = run;
  const { judgeCatalog } = await import('./catalog/catalog-check.js');
  const expect = shownExpectation(step.expect, context);
  const judged = await judgeCatalog(call, expect, connection, { ...context, timeout_ms });
  out.duration_ms += judged.duration_ms;
  Object.assign(out.figures, judged.figures);
  out.notes.push(...judged.notes);
  return judged.checks;
}

async function checkCompliance(run: StepRun, call: ComplianceCall): Promise<Check[]> {
  const { step, connection, timeout_ms, context, out } = run;
  const { judgeCompliance } = await import('./compliance.js');
  const expect = shownExpectation(step.expect, context);
  const judged = await judgeCompliance(call, expect, connection, { ...context, timeout_ms });
  out.duration_ms += judged.duration_ms;
  out.notes.push(...judged.notes);
  return context.signal?.aborted ? [interrupted()] : judged.checks;
}

async function askAndJudge(run: StepRun, call: Call): Promise<Check[]> {
  const { test, step, connection, context, out } = run;
  const { era, transport } = connection.info;
  // Over HTTP the stateless era wants the catalogue before the first call; read here, it is read once.
  const isEarly = call.kind === 'tool' && era === 'modern' && transport === 'http';
  const listed = isEarly ? await context.tool(connection, call.tool) : undefined;
  const { reply, checks: own, notes: remarks = [] } = await askCall(run, call);
  out.duration_ms += reply.duration_ms;
  if (context.signal?.aborted) return [interrupted()];

  // The kind is a word of ours, also where a secret happens to be the same word.
  const shown = { ...context.redactor.value(reply), kind: reply.kind } as Reply;
  const called = toolCallOf(call);
  if (called) out.calls.push(traced(called, shown, context.redactor));
  const kept = keptReply(test.steps.indexOf(step) + 1, call, shown);
  if (kept) out.replies.push(kept);
  const expect = shownExpectation(step.expect, context);
  const place = {
    test: test.name,
    step: test.steps.length > 1 ? (step.name ?? String(test.steps.indexOf(step) + 1)) : undefined,
  };
  const said = await askJudges(context, expect, (judgements) =>
    judgeStep(shown, expect, { ...place, judgements }),
  );
  if (said) out.judgements.push(...said.judgements);
  const { checks, notes } = await judgeStep(shown, expect, {
    ...place,
    snapshots: context.snapshots,
    judgements: said?.book,
  });
  if (context.signal?.aborted) return [interrupted()];
  out.notes.push(...notes, ...remarks.map((remark) => context.redactor.text(remark)));
  checks.push(...own.map((check) => ({ ...check, message: context.redactor.text(check.message) })));
  if (call.kind === 'tool' && !isFailure(reply)) {
    const tool = listed ?? (await context.tool(connection, call.tool));
    checks.push(...(await judgeListing(run, reply, { ...tool, name: call.tool })));
  }
  checks.push(...(await judgeClients(run, call, reply)));
  if (checks.every((check) => check.outcome === 'pass'))
    checks.push(...capture(step, reply, context.captures));
  if (step.probes && call.kind === 'tool' && checks.every((check) => check.outcome === 'pass'))
    checks.push(...(await probe(run, call, step.probes)));
  return checks;
}

/** What judges say of an answer, where something of it is judged by them. */
async function askJudges(
  { judging }: AttemptContext,
  { assertions }: Expectation,
  evaluate: (book: JudgementBook) => Promise<{ checks: Check[] }>,
) {
  if (judging === undefined || !assertions.some(({ matcher }) => isJudged(matcher))) return undefined;
  return judging.judge(async (book) => (await evaluate(book)).checks);
}

/** The reply to a call, with what every test of its kind holds of it. */
async function askCall(run: StepRun, call: Call): Promise<KindAnswer> {
  const { step, connection, timeout_ms, context, out } = run;
  const { awaits, log_level } = step.expect;
  const { parents } = context;
  const options = {
    timeout_ms,
    progress: looksAt(step, 'progress'),
    notifications: awaits !== undefined || log_level !== undefined || looksAt(step, 'notifications'),
    wait_for: awaits === undefined ? undefined : { method: awaits, ms: step.wait_ms ?? 0 },
    cancel_after_ms: step.cancel_after_ms,
    signal: context.signal,
    traceparent: call.kind === 'tool' ? parents?.call(out.calls.length) : parents?.test,
  };
  if (!isPlain(call)) {
    const { askKind } = await import('./kinds/ask-kind.js');
    return askKind(call, { connection, options, tool: (name) => context.tool(connection, name) });
  }
  if (log_level === undefined) return { reply: await ask(connection, call, options), checks: [] };
  const { askWithLog } = await import('./kinds/logging.js');
  const reply = await askWithLog(connection, log_level, options, (on, more) => ask(on, call, more));
  return { reply, checks: [] };
}

/** What is asked beside the one call; a test that failed already is not probed. */
async function probe(
  { connection, timeout_ms, context, out }: StepRun,
  call: Extract<Call, { kind: 'tool' }>,
  probes: Probes,
): Promise<Check[]> {
  const { judgeProbes, objectArgs } = await import('./probes/judge-probes.js');
  const { def } = await context.tool(connection, call.tool);
  const { server, tool } = call;
  const left = context.timeout_ms === undefined ? undefined : context.timeout_ms - out.duration_ms;
  const deadline = left === undefined ? [] : [AbortSignal.timeout(Math.max(1, Math.ceil(left)))];
  const signals = [...deadline, ...(context.signal ? [context.signal] : [])];
  const asked = { server, tool, args: objectArgs(call.args), def, connection, timeout_ms };
  const judged = await judgeProbes(probes, asked, {
    redactor: context.redactor,
    server: context.server(server),
    signal: signals.length > 0 ? AbortSignal.any(signals) : undefined,
  });
  Object.assign(out.figures, judged.figures);
  out.notes.push(...judged.notes);
  return context.signal?.aborted ? [interrupted()] : judged.checks;
}

/** Whether the official clients would have taken the tool and its answer. */
async function judgeClients({ connection, context }: StepRun, call: Call, reply: Reply): Promise<Check[]> {
  const refused = connection.faults().filter(({ code }) => code === CLIENT_REFUSES);
  if (refused.length === 0) return [];
  const listed = refused.filter(({ place }) => call.kind === 'tool' && place?.tool === call.tool);
  const { judgeClientShapes } = await import('./client-shapes.js');
  const checks = judgeClientShapes(call, reply, connection, listed);
  return checks.map((check) => ({ ...check, message: context.redactor.text(check.message) }));
}

/** What the list of tools says of the one that answered: whether it is the only one, and what it promises. */
async function judgeListing(
  { context, out }: StepRun,
  reply: Reply,
  { name, def, twins = 0, unlisted, lost }: ListedTool & { name: string },
): Promise<Check[]> {
  const { redactor } = context;
  if (lost !== undefined) return [goneAfterAnswer(shownReason(lost, redactor))];
  const checks: Check[] = [];
  if (twins > 0) checks.push(ambiguous(redactor.text(name), twins + 1));
  if (unlisted !== undefined)
    out.notes.push(redactor.text(`what tools promise of their results was not checked: ${unlisted}`));
  const { check, note } = await judgeOutput(reply, def);
  if (check) checks.push({ ...check, ...redactor.value({ actual: check.actual, message: check.message }) });
  if (note) out.notes.push(redactor.text(note));
  return checks;
}

function looksAt(step: Step, root: string): boolean {
  const asserted = step.expect.assertions.map(({ target }) => target);
  const targets = [...asserted, ...Object.values(step.capture)];
  return targets.some((target) => target.startsWith(root));
}

function shownExpectation(expect: Expectation, context: AttemptContext): Expectation {
  const filled = fillCaptures(expect, context.captures);
  return {
    ...filled,
    assertions: shownAssertions(filled.assertions, context.redactor),
  };
}

/** The tool that a call uses, by whichever way. */
function toolCallOf(call: Call): { server: string; tool: string; args: unknown } | undefined {
  if (call.kind === 'tool' || call.kind === 'task') return call;
  return call.kind === 'subscription' && call.trigger?.kind === 'tool' ? call.trigger : undefined;
}

function traced(
  call: { server: string; tool: string; args: unknown },
  reply: Reply,
  redactor: Redactor,
): TraceCall {
  return omitUndefined({
    tool: redactor.key(call.tool),
    server: call.server,
    args: redactor.value(call.args),
    result: answerOf(reply),
    is_error: isFailure(reply),
    duration_ms: reply.duration_ms,
  });
}

/** What a call of a tool in the trace tells of its answer is not told twice. */
function keptReply(step: number, call: Call, reply: Reply): KeptReply | undefined {
  const { kind, duration_ms, notifications, also } = reply;
  if (kind !== 'result' && kind !== 'error' && kind !== 'cancelled') return undefined;
  const progress = reply.progress.length > 0 ? reply.progress : undefined;
  const isTold = call.kind === 'tool' && kind !== 'cancelled' && !progress && !notifications && !also;
  if (isTold) return undefined;
  return omitUndefined({
    step,
    result: kind === 'result' ? reply.result : undefined,
    error: kind === 'error' ? reply.error : undefined,
    cancelled: kind === 'cancelled' ? true : undefined,
    duration_ms,
    progress,
    notifications,
    also,
  });
}

/** Undefined when no answer came. */
function answerOf(reply: Reply): unknown {
  if (reply.kind === 'result') return reply.result;
  return reply.kind === 'error' ? { error: reply.error } : undefined;
}

function isFailure(reply: Reply): boolean {
  return reply.kind !== 'result' || (isObject(reply.result) && reply.result.isError === true);
}

function unreachable(server: string, reason: Reason): Check {
  return { target: 'server', matcher: 'connect', expected: server, outcome: 'inconclusive', ...reason };
}

function ambiguous(tool: string, count: number): Check {
  const message = `the server lists ${count} tools called ${JSON.stringify(tool)}, so it cannot be told which one answered`;
  return { target: 'tool', matcher: 'unique', outcome: 'inconclusive', message };
}

function goneAfterAnswer({ message, ...reason }: Reason): Check {
  const known = { target: 'server', matcher: 'alive', outcome: 'inconclusive' } as const;
  return { ...known, ...reason, message: `the server answered and then went away: ${message}` };
}

function captureMissing(names: string[]): Check {
  const list = names.map((name) => `\`${name}\``).join(', ');
  return {
    target: 'captured',
    matcher: 'set',
    outcome: 'inconclusive',
    message: `nothing was captured as ${list}: the test that captures it did not pass`,
  };
}

export function interrupted(): Check {
  return {
    target: 'run',
    matcher: 'finished',
    outcome: 'inconclusive',
    message: 'interrupted before it was judged',
  };
}
