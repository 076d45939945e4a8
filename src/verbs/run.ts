/**
 * `mcptest run`: prepare → run → envelope → keep. The suites become a plan, the plan is run, what happened becomes one
 * record, and the record is saved in the workspace; every report is made from it later.
 */

import { handOver } from '../client/stdio/server-process.js';
import { arrangeResult, buildEnvelope } from '../envelope/build.js';
import { provenanceOf } from '../envelope/provenance.js';
import { redactRow } from '../envelope/redact-row.js';
import { ENVELOPE_SCHEMA_URL, ENVELOPE_VERSION } from '../envelope/schema.js';
import type { SideInput } from '../prepare/base-side.js';
import { isComplete, type PreparedRun, type PrepareInput, prepareRun } from '../prepare/prepare-run.js';
import type { RunKeeper } from '../prepare/resume.js';
import { saveSnapshots } from '../prepare/snapshots.js';
import type { CatalogMeasures } from '../run/catalog/catalog-measures.js';
import { newSchemaFindings } from '../run/catalog/schema-findings.js';
import { type RunOutcome, runPlan } from '../run/run.js';
import { coverageOf, coverageThresholds } from '../score/coverage.js';
import { keepRun } from '../store/keep-run.js';
import { liveProgress } from '../store/live-progress.js';
import { reproAfter, runLine } from '../suite/repro.js';
import { selfArgv } from '../target/self-argv.js';
import type {
  CaseResult,
  Coverage,
  Finding,
  OutputSchema,
  PartOf,
  Provenance,
  RunEnvelope,
  RunError,
  ServerTokens,
} from '../types/envelope.js';
import type { Progress } from '../types/events.js';
import type { Plan, WholePlan } from '../types/plan.js';
import { EXIT } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isPacked, MANY } from '../util/plain.js';
import type { ParentsOf } from '../util/trace-ids.js';
import { VERSION } from '../util/version.js';

export interface RunInput extends PrepareInput {
  bail?: boolean;
  retries?: number;
  concurrency?: number;
  /** Milliseconds for one test. */
  timeout_ms?: number;
  /** How long servers behind a URL may take to come up, in milliseconds. */
  wait_ms?: number;
  /** What servers log on stdout fails no `compliance:` test. */
  lenient_stdout?: boolean;
  /** Count what the tools of the servers cost a model; takes the time of loading a tokenizer. */
  token_surface?: boolean;
  /** Measure whether the suites would notice a broken server, also where they do not ask for it. */
  strength?: StrengthFlags;
  /** Requests carry a `traceparent`, so that spans of the servers join those of the reporter `otlp`. */
  trace_context?: boolean;
  /** Save the run under `.mcptest/runs`; true unless told. */
  save?: boolean;
  progress?: Progress;
}

export interface StrengthFlags {
  /** Chooses which changes are tried; 1 unless told. */
  seed?: number;
  /** How often each test is done to see what differs from call to call; once unless told. */
  repeat?: number;
  /** The least rate of all suites together, in percent. */
  fail_under?: number;
}

export interface RunReport {
  envelope: RunEnvelope;
  /** What the user should know that is not part of the run. */
  warnings: string[];
  /** The lines of tool-selection floors, for stderr. */
  floors: string[];
  /** Cassettes that were written. */
  recorded: string[];
  /** Resolves when the last server has left, with what only showed then, such as processes it left behind. */
  closing: Promise<string[]>;
}

export interface StartedRun extends RunReport {
  /** For a process that ends now: the watchdog ends servers that are only still leaving, and `closing` is over sooner. */
  letGo(): void;
}

/** Run suites and wait until every server has left. */
export async function run(input: RunInput = {}): Promise<RunReport> {
  const report = await startRun(input);
  await report.closing;
  return report;
}

/** As `run`, but the report is there as soon as the last test is judged. */
export async function startRun(input: RunInput & SideInput): Promise<StartedRun> {
  const prepared = await prepareRun(input);
  prepared.keeper = await keepRunsOf(prepared, input);
  const done = await runTests(prepared, input);
  const envelope = await recordRun(prepared, done, input);
  return keepAll(prepared, done, envelope, input);
}

/** What came of the tests, and what was found out beside them. */
interface FinishedTests {
  outcome: RunOutcome;
  /** Absent where no test measures a catalogue. */
  measures?: CatalogMeasures;
  /** The rows as they may be shown. */
  results: CaseResult[];
  /** What servers did wrong so far; more may show when they leave. */
  findings: Finding[];
  warnings: string[];
  /** Ends the file that others watch, once the run is saved in its place. */
  endLive(): Promise<void>;
}

async function runTests(prepared: PreparedRun, input: RunInput): Promise<FinishedTests> {
  const { plan, redactor, env, workspace, books, agents, run_id, started_at } = prepared;
  const live = input.save === false ? undefined : liveProgress(workspace, input.progress);
  const progress = live?.progress ?? input.progress ?? (() => {});
  const packed = await openPacker(plan);
  const shown = oncePerRow((result) => packed(arrangeResult(redactRow(result, redactor))));
  const header = { $schema: ENVELOPE_SCHEMA_URL, version: ENVELOPE_VERSION, run_id, started_at } as const;
  progress({ type: 'run', header, ids: rowIds(plan) });
  const measures = await openMeasures(prepared);
  const { signal, concurrency, retries, timeout_ms, wait_ms, lenient_stdout, bail } = input;
  const outcome = await runPlan(plan, {
    connect: {
      env,
      self: selfArgv(),
      signal,
      version: VERSION,
      onSecret: redactor.add,
      redact: redactor.text,
    },
    redactor,
    progress,
    shown,
    signal,
    concurrency,
    retries,
    timeout_ms,
    wait_ms,
    lenient_stdout,
    bail,
    snapshots: books,
    reproAfter: ({ repro }, earlier, all) => reproAfter(repro, earlier, all && !prepared.selective),
    measure: measures?.measure,
    agents: agents?.settings,
    judges: prepared.judges,
    max_cost: input.max_cost,
    parentsOf: input.trace_context ? await traceParents(run_id) : undefined,
  });
  return {
    outcome,
    measures,
    results: outcome.results.map(shown),
    findings: outcome.findings(),
    warnings: [...prepared.warnings, ...outcome.groups.flatMap((group) => group.warnings)],
    endLive: async () => live?.close(),
  };
}

async function recordRun(
  prepared: PreparedRun,
  { outcome, measures, results, findings }: FinishedTests,
  input: RunInput,
): Promise<RunEnvelope> {
  const { plan, redactor, env, books, run_id, started_at, clock } = prepared;
  const { listed, servers, errors, refused } = outcome;
  const complete = isComplete(prepared, input);
  const cached = outcome.groups.flatMap((group) => (group.replayed ? group.results : [])).length;
  const measured = measures?.findings(plan.suites) ?? [];
  const whole = complete ? plan.suites.filter((suite) => !plan.split?.includes(suite)) : [];
  const coverage = coverageOf(listed, outcome.results, coverageThresholds(whole));
  const unusable = await newSchemaFindings(listed, measured);
  const provenance = provenanceOf({
    mode: modeOf(prepared, cached),
    profile: input.profile,
    source: await prepared.source,
    env,
    shard: input.shard,
    chosen: input,
    command: runLine(input),
    servers,
    rows: results,
  });
  const unwritten: RunError[] = [];
  const snapshots = await saveSnapshots(books, {
    results: complete ? outcome.results : undefined,
    update: input.update_snapshots === true,
    errors: unwritten,
  });
  return buildEnvelope({
    run_id,
    started_at,
    duration_ms: Math.round(performance.now() - clock),
    provenance: redactor.value(provenance),
    results,
    cached,
    ...(await agentParts(prepared, outcome)),
    coverage,
    findings: redactor.value([...findings, ...unusable, ...measured]),
    token_surface: input.token_surface ? await countTokens(prepared, outcome) : undefined,
    scores: redactor.value(measures?.scores(plan.suites) ?? []),
    snapshots,
    ...(await replayParts(prepared, { outcome, results, coverage }, input)),
    errors: [
      ...errors,
      ...unwritten,
      ...refused.map((message) => ({ where: 'budget', message })),
      ...(prepared.keeper?.problems(outcome.groups) ?? []),
    ],
    exit_code: endedEarly(outcome, input.signal) ?? (prepared.empty_shard ? EXIT.ok : undefined),
    part_of: plan.part_of && partOf(plan.part_of, complete, input),
  });
}

async function keepAll(
  prepared: PreparedRun,
  { outcome, findings, warnings, endLive }: FinishedTests,
  envelope: RunEnvelope,
  input: RunInput,
): Promise<StartedRun> {
  const saved = input.save === false || keepRun(prepared.workspace, envelope, warnings);
  await endLive();
  const ending = { stopped: input.signal?.aborted === true, saved };
  warnings.push(...((await prepared.keeper?.end(outcome.groups, ending)) ?? []));
  const recorded = input.record
    ? await saveRecordings(prepared, outcome, { warnings, complete: isComplete(prepared, input) })
    : [];
  const late = (): string[] =>
    outcome
      .findings()
      .filter((finding) => !findings.some((known) => isSameFinding(known, finding)))
      .map(({ server, message }) => prepared.redactor.text(`${server}: ${message}`));
  return {
    envelope,
    warnings,
    floors: await floorLines(prepared, outcome),
    recorded,
    closing: outcome.closing.then(late),
    letGo: () => {
      // The folder goes with us, so nobody may still write into it.
      if (prepared.plan.suites.every(({ tmp }) => tmp === undefined)) handOver();
    },
  };
}

function partOf({ suites, rows, timings }: WholePlan, complete: boolean, { strength }: RunInput): PartOf {
  const thresholds = Array.from(coverageThresholds(suites), ([file, threshold]) => ({ file, threshold }));
  const asked: NonNullable<PartOf['strength']> = suites.flatMap(({ display_file: file, strength: own }) =>
    own?.min === undefined ? [] : [{ file, min: own.min }],
  );
  if (strength?.fail_under !== undefined) asked.push({ min: strength.fail_under });
  return omitUndefined({
    rows,
    servers: suites.flatMap(({ display_file: file, servers }) =>
      Object.keys(servers).map((server) => ({ file, server })),
    ),
    coverage: complete && thresholds.length > 0 ? thresholds : undefined,
    strength: asked.length > 0 ? asked : undefined,
    timings,
  });
}

/** The row that was shown while the run went on is the row of the record. */
function oncePerRow(show: (result: CaseResult) => CaseResult): (result: CaseResult) => CaseResult {
  const rows = new WeakMap<CaseResult, CaseResult>();
  return (result) => {
    if (isPacked(result)) return result;
    const row = rows.get(result) ?? show(result);
    if (!isPacked(row)) for (const one of [result, row]) rows.set(one, row);
    return row;
  };
}

function rowIds({ suites, cases, groups }: Plan): string[] {
  return suites.flatMap((suite) => [
    ...cases.filter((one) => one.suite === suite).map(({ id }) => id),
    ...groups.filter((one) => one.suite === suite).flatMap(({ runs }) => runs.map(({ id }) => id)),
  ]);
}

function modeOf({ replayed }: PreparedRun, cached: number): Provenance['mode'] {
  if (cached === 0) return 'live';
  return replayed ? 'replay' : 'mixed';
}

/** The exit code of a run that was refused or interrupted. Past a deadline, as at its end, the rows decide. */
function endedEarly({ refused }: RunOutcome, signal: AbortSignal | undefined): number | undefined {
  if (signal?.aborted && signal.reason !== 'deadline')
    return signal.reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
  return refused.length > 0 ? EXIT.refused : undefined;
}

function isSameFinding(a: Finding, b: Finding): boolean {
  const key = ({ server, rule, file, tool, pointer }: Finding) =>
    [server, rule, file, tool, pointer].join('\0');
  return key(a) === key(b);
}

/** What follows loads only where there is work for it. */

async function keepRunsOf(prepared: PreparedRun, input: RunInput): Promise<RunKeeper | undefined> {
  const isKept = prepared.agents?.live && input.save !== false && input.record !== true;
  if (!isKept && (input.resume !== true || input.record)) return undefined;
  const { keepRuns } = await import('../prepare/resume.js');
  const keeper = await keepRuns(prepared, input.resume === true);
  if (keeper && prepared.agents) prepared.agents.settings.kept = keeper;
  return keeper;
}

/** Rows of agent tests that are too many to be kept as they are. */
async function openPacker({ groups }: Plan): Promise<(row: CaseResult) => CaseResult> {
  return groups.length <= MANY ? (row) => row : (await import('../envelope/pack-rows.js')).rowPacker();
}

async function openMeasures({ plan, workspace, env }: PreparedRun): Promise<CatalogMeasures | undefined> {
  const isMeasured = plan.cases.some(({ test }) => test.steps.some(({ call }) => call.kind === 'catalog'));
  if (!isMeasured) return undefined;
  const { catalogMeasures } = await import('../run/catalog/catalog-measures.js');
  const { rulesOfSuite } = await import('../target/rule-settings.js');
  return catalogMeasures({ workspace, env, rulesOf: (suite) => rulesOfSuite(workspace, suite) });
}

async function traceParents(run_id: string): Promise<ParentsOf> {
  return (await import('../util/trace-ids.js')).parentsIn(run_id);
}

async function agentParts({ redactor }: PreparedRun, { groups }: RunOutcome) {
  if (groups.length === 0) return {};
  const { groupParts } = await import('../score/group-parts.js');
  return groupParts(groups, redactor);
}

async function floorLines({ redactor }: PreparedRun, { groups }: RunOutcome): Promise<string[]> {
  if (groups.length === 0) return [];
  const { floorText } = await import('../score/group-parts.js');
  return floorText(groups, redactor);
}

async function countTokens({ redactor }: PreparedRun, { listed }: RunOutcome): Promise<ServerTokens[]> {
  const { runTokens } = await import('../run/catalog/run-tokens.js');
  return runTokens(listed, redactor);
}

/** What judging again needs of the run, and what it came to where that was asked for. */
async function replayParts(
  prepared: PreparedRun,
  done: Pick<FinishedTests, 'outcome' | 'results'> & { coverage?: Coverage },
  input: RunInput,
): Promise<Pick<RunEnvelope, 'output_schemas' | 'strength'>> {
  const output_schemas = prepared.redactor.value(outputSchemas(done.outcome));
  const { suites } = prepared.plan.part_of ?? prepared.plan;
  const isAsked = input.strength !== undefined || suites.some(({ strength }) => strength);
  if (!isAsked || input.signal?.aborted) return { output_schemas };
  const { runStrength } = await import('./strength/run-strength.js');
  return { output_schemas, strength: await runStrength(prepared, { ...done, output_schemas }, input) };
}

/** Of the tools that were called. */
function outputSchemas({ listed, results }: RunOutcome): OutputSchema[] {
  if (!listed.some(({ tools = [] }) => tools.some(({ outputSchema }) => outputSchema !== undefined)))
    return [];
  const called = new Set(
    results.flatMap(({ file, trace }) =>
      (trace?.calls ?? []).map(({ server, tool }) => `${file}\0${server}\0${tool}`),
    ),
  );
  return listed.flatMap(({ file, server, tools = [] }) =>
    tools
      .flatMap(({ name, outputSchema: schema }) =>
        schema !== undefined && called.has(`${file}\0${server}\0${name}`)
          ? [{ file, server, tool: name, schema }]
          : [],
      )
      .sort((a, b) => Number(a.tool > b.tool) - Number(a.tool < b.tool)),
  );
}

async function saveRecordings(
  { plan, redactor, judges }: PreparedRun,
  { groups }: RunOutcome,
  { warnings, complete }: { warnings: string[]; complete: boolean },
): Promise<string[]> {
  if (groups.length === 0 && judges === undefined)
    warnings.push('nothing was recorded: no agent test was selected, and no test has a judge');
  const { saveCassettes } = await import('../prepare/cassettes.js');
  const saved = [await saveCassettes(groups, redactor)];
  if (judges) saved.push(await (await import('../prepare/judges.js')).saveJudgements(plan, judges, complete));
  warnings.push(...saved.flatMap((one) => one.warnings));
  return saved.flatMap((one) => one.written);
}
