/** `mcptest run`: suite text → Suite → Plan → results → envelope, saved in the workspace. */
import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { ulid } from 'ulid';
import { arrangeResult, buildEnvelope } from '../envelope/build.js';
import { ciName, sourceOf } from '../envelope/provenance.js';
import { shownRow } from '../envelope/redact-row.js';
import { ENVELOPE_SCHEMA_URL, ENVELOPE_VERSION } from '../envelope/schema.js';
import type { AgentPreparation, CassetteFlags } from '../prepare/agent-settings.js';
import { isSelective, type PlanInput, planTests } from '../prepare/plan-tests.js';
import { refuseUpdateInCi, type SnapshotFlags, saveSnapshots, snapshotBooks } from '../prepare/snapshots.js';
import type { Redactor } from '../redact/redactor.js';
import type { GroupOutcome } from '../run/agent/group-types.js';
import { catalogMeasures } from '../run/catalog/catalog-measures.js';
import { schemaFindings } from '../run/catalog/schema-findings.js';
import { runPlan } from '../run/run.js';
import { coverageOf, type ListedTools } from '../score/coverage.js';
import { floorText, groupParts } from '../score/group-parts.js';
import { keepRun } from '../store/keep-run.js';
import { liveProgress } from '../store/live-progress.js';
import { selfArgv } from '../target/self-argv.js';
import type { CaseResult, Finding, RunEnvelope, ServerTokens } from '../types/envelope.js';
import type { Progress } from '../types/events.js';
import type { Plan } from '../types/plan.js';
import type { Suite } from '../types/suite.js';
import { EXIT } from '../util/errors.js';
import { VERSION } from '../util/version.js';

export interface RunInput extends PlanInput, CassetteFlags, SnapshotFlags {
  bail?: boolean;
  retries?: number;
  concurrency?: number;
  /** Milliseconds for one test. */
  timeout_ms?: number;
  /** How long servers behind a URL may take to come up, in milliseconds. */
  wait_ms?: number;
  /** What servers log on stdout fails no `compliance:` test. */
  lenient_stdout?: boolean;
  /** The id of the run; a new ULID unless given. */
  run_id?: string;
  /** Count what the tools of the servers cost a model; takes the time of loading a tokenizer. */
  token_surface?: boolean;
  /** Save the run under `.mcptest/runs`; true unless told. */
  save?: boolean;
  signal?: AbortSignal;
  progress?: Progress;
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

/** Run suites and wait until every server has left. */
export async function run(input: RunInput = {}): Promise<RunReport> {
  const report = await startRun(input);
  await report.closing;
  return report;
}

/** As `run`, but the report is there as soon as the last test is judged. */
export async function startRun(input: RunInput): Promise<RunReport> {
  const started = performance.now();
  const started_at = new Date().toISOString();
  const run_id = input.run_id ?? ulid();
  // Every request under way listens: Node would warn of a leak where many servers start at once.
  if (input.signal) setMaxListeners(0, input.signal);
  refuseUpdateInCi(input, input.env ?? process.env);
  const { plan, redactor, env, workspace, ...planned } = await planTests(input);
  const agents = await prepareAgents(plan, input, redactor, env);
  await prepareJudges(plan);
  const books = await snapshotBooks(plan, input, env);
  // Git runs beside the tests; starting it must not keep the servers waiting.
  const source = setImmediate().then(() => sourceOf(workspace, !isReplay(plan, agents)));

  const live = input.save === false ? undefined : liveProgress(workspace, input.progress);
  const progress = live?.progress ?? input.progress ?? (() => {});
  const rows = new Map<CaseResult, CaseResult>();
  const shown = (result: CaseResult): CaseResult => {
    const row = rows.get(result) ?? arrangeResult(shownRow(result, redactor));
    rows.set(result, row);
    return row;
  };
  const header = { $schema: ENVELOPE_SCHEMA_URL, version: ENVELOPE_VERSION, run_id, started_at } as const;
  progress({ type: 'run', header, ids: rowIds(plan) });

  const measures = catalogMeasures({
    workspace,
    env,
    rulesOf: async (suite) => (await import('../target/rule-settings.js')).rulesOfSuite(workspace, suite),
  });
  const outcome = await runPlan(plan, {
    connect: { env, self: selfArgv(), signal: input.signal, version: VERSION, onSecret: redactor.add },
    redactor,
    progress: (event) =>
      progress(event.type === 'case-end' ? { type: 'case-end', result: shown(event.result) } : event),
    signal: input.signal,
    concurrency: input.concurrency,
    retries: input.retries,
    timeout_ms: input.timeout_ms,
    wait_ms: input.wait_ms,
    lenient_stdout: input.lenient_stdout,
    bail: input.bail,
    snapshots: (suite) => books.get(suite)!,
    measure: measures.measure,
    ...(agents && { agents: agents.settings }),
  });

  const warnings = [
    ...planned.warnings,
    ...(agents?.warnings ?? []),
    ...outcome.groups.flatMap((group) => group.warnings),
  ];
  const findings = outcome.findings();
  const measured = measures.findings(plan.suites);
  const cached = outcome.groups.flatMap(({ replayed, results }) => (replayed ? results : [])).length;
  const update = input.update_snapshots === true;
  const complete = !isSelective(input) && !input.signal?.aborted && !plan.suites.some(hasOnly);
  const envelope = buildEnvelope({
    run_id,
    started_at,
    duration_ms: Math.round(performance.now() - started),
    provenance: redactor.value({
      tool_version: VERSION,
      mode:
        cached === 0 ? ('live' as const) : isReplay(plan, agents) ? ('replay' as const) : ('mixed' as const),
      ...(input.profile && { profile: input.profile }),
      ...(await source),
      platform: `${process.platform}-${process.arch}`,
      node: process.versions.node,
      ...(ciName(env) && { ci: ciName(env) }),
      ...(input.shard && { shard: `${input.shard.index}/${input.shard.total}` }),
      servers: outcome.servers,
      models: [...new Set(plan.groups.flatMap(({ model }) => model ?? []))],
    }),
    results: outcome.results.map(shown),
    cached,
    ...groupParts(outcome.groups, redactor),
    coverage: coverageOf(outcome.listed, outcome.results, complete ? thresholds(plan) : new Map()),
    findings: redactor.value([
      ...findings,
      ...(await unusableSchemas(outcome.listed, measured)),
      ...measured,
    ]),
    ...(input.token_surface && { token_surface: await countTokens(outcome.listed, redactor) }),
    scores: redactor.value(measures.scores(plan.suites)),
    snapshots: await saveSnapshots(books, complete ? outcome.results : undefined, update, warnings),
    errors: [...outcome.errors, ...outcome.refused.map((message) => ({ where: 'budget', message }))],
    ...(outcome.refused.length > 0 && { exit_code: EXIT.refused }),
    ...(input.signal?.aborted && {
      exit_code: input.signal.reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted,
    }),
  });
  if (input.save !== false) keepRun(workspace, envelope, warnings);
  await live?.close();
  const recorded = input.record ? await record(outcome.groups, redactor, warnings) : [];
  const floors = floorText(outcome.groups, redactor);
  return {
    envelope,
    warnings,
    floors,
    recorded,
    closing: outcome.closing.then(() => newIn(outcome.findings(), findings, redactor)),
  };
}

function newIn(now: Finding[], before: Finding[], redactor: Redactor): string[] {
  const isNew = ({ server, rule, file }: Finding) =>
    !before.some((each) => each.server === server && each.rule === rule && each.file === file);
  return now.filter(isNew).map(({ server, message }) => redactor.text(`${server}: ${message}`));
}

/** Loaded only where there is an agent test. */
async function prepareAgents(
  plan: Plan,
  input: RunInput,
  redactor: Redactor,
  env: NodeJS.ProcessEnv,
): Promise<AgentPreparation | undefined> {
  if (plan.groups.length === 0) return undefined;
  const { agentSettings } = await import('../prepare/agent-settings.js');
  return agentSettings(plan, input, redactor, env);
}

/** Loaded only where a model judges definitions. */
async function prepareJudges({ cases }: Plan): Promise<void> {
  const judged = cases.filter(({ test }) => test.kind === 'tdqs');
  if (judged.length > 0) await (await import('../tdqs/open-judge.js')).checkJudges(judged);
}

async function countTokens(listed: ListedTools[], redactor: Redactor): Promise<ServerTokens[]> {
  const { runTokens } = await import('../run/catalog/run-tokens.js');
  return runTokens(listed, redactor);
}

/** Where `tool_quality:` or `security:` told it already, it is told once. */
async function unusableSchemas(listed: ListedTools[], told: Finding[]): Promise<Finding[]> {
  const key = ({ rule, file, server, tool, pointer }: Finding): string =>
    JSON.stringify([rule, file, server, tool, pointer]);
  const known = new Set(told.map(key));
  return (await schemaFindings(listed)).filter((finding) => !known.has(key(finding)));
}

/** Whether nothing at all is asked: no server, no model, no other program. */
function isReplay(plan: Plan, agents: AgentPreparation | undefined): boolean {
  return agents !== undefined && !agents.live && plan.cases.every(({ test }) => test.skip !== undefined);
}

async function record(groups: GroupOutcome[], redactor: Redactor, warnings: string[]): Promise<string[]> {
  if (groups.length === 0) warnings.push('nothing was recorded: no agent test was selected');
  const { saveCassettes } = await import('../prepare/cassettes.js');
  const saved = await saveCassettes(groups, redactor);
  warnings.push(...saved.warnings);
  return saved.written;
}

function rowIds({ suites, cases, groups }: Plan): string[] {
  return suites.flatMap((suite) => [
    ...cases.filter((one) => one.suite === suite).map(({ id }) => id),
    ...groups.filter((one) => one.suite === suite).flatMap(({ runs }) => runs.map(({ id }) => id)),
  ]);
}

/** What each suite asks for; a selection of tests has nothing to hold. */
function thresholds(plan: Plan): Map<string, number> {
  return new Map(
    plan.suites.flatMap(({ display_file, coverage }) =>
      coverage?.tools === undefined ? [] : [[display_file, coverage.tools] as const],
    ),
  );
}

/** `only` chooses as a filter does: what it leaves out is neither uncovered nor obsolete. */
function hasOnly({ tests, agents }: Suite): boolean {
  return [...tests, ...agents].some(({ only }) => only);
}
