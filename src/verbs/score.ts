/** `mcptest score`: suite and traces → envelope. Nothing is started and nobody is asked. */
import { resolve } from 'node:path';
import { ulid } from 'ulid';
import { buildEnvelope } from '../envelope/build.js';
import { ciName, sourceOf } from '../envelope/provenance.js';
import { rowNames } from '../envelope/row-names.js';
import { floorLines } from '../metrics/tool-selection.js';
import { readScoreCatalog } from '../prepare/score-catalog.js';
import { createRedactor, type Redactor, secretsOfEnv } from '../redact/redactor.js';
import { assignTraces, type Bucket, type ReadTrace } from '../score/assign-traces.js';
import { scoreGroup } from '../score/score-group.js';
import { scoreOptions } from '../score/score-options.js';
import { unscoredRows } from '../score/score-row.js';
import { keepRun } from '../store/keep-run.js';
import { workspaceAt } from '../store/workspace.js';
import { invalidSuite } from '../suite/invalid-suite.js';
import { loadSuites } from '../suite/load.js';
import { makePlan } from '../suite/plan.js';
import { scoreLine } from '../suite/repro.js';
import type { TraceFormat } from '../trace/formats.js';
import { readTraces } from '../trace/read-traces.js';
import type { CaseResult, Floor, Group, RunEnvelope } from '../types/envelope.js';
import type { PlannedGroup, Selection } from '../types/plan.js';
import type { Suite } from '../types/suite.js';
import type { Trace } from '../types/trace.js';
import type { Check } from '../types/verdict.js';
import { McptestError } from '../util/errors.js';
import { visible } from '../util/text.js';
import { VERSION } from '../util/version.js';

export interface ScoreInput extends Selection {
  /** Suite files or folders; none means `mcptest.yaml` or `mcptest.yml` in `cwd`. */
  paths?: string[];
  /** Trace files. */
  traces: string[];
  trace_format?: TraceFormat | 'auto';
  /** Saved catalogues, as `FILE` or `server=FILE`. */
  catalogs?: string[];
  cwd?: string;
  workspace?: string;
  env?: NodeJS.ProcessEnv;
  vars?: Record<string, string>;
  profile?: string;
  /** Save the run under `.mcptest/runs`; true unless told. */
  save?: boolean;
}

export interface ScoreReport {
  envelope: RunEnvelope;
  /** The lines of tool-selection floors, for stderr. */
  floors: string[];
  /** What the user should know that is not part of the run. */
  warnings: string[];
}

export async function score(input: ScoreInput): Promise<ScoreReport> {
  const started = performance.now();
  const started_at = new Date().toISOString();
  const cwd = resolve(input.cwd ?? process.cwd());
  const workspace = workspaceAt(cwd, input.workspace);
  const env = input.env ?? process.env;
  const source = sourceOf(workspace);
  const { suites, problems, secrets, warnings } = await loadSuites(input.paths ?? [], {
    ...input,
    cwd,
    workspace,
    env,
  });
  if (problems.length > 0) throw invalidSuite(problems);
  const redactor = createRedactor([...secrets, ...secretsOfEnv(env)]);

  const traces = await readAll(input, cwd, redactor, warnings);
  const assigned = assignTraces(
    suites.flatMap((suite) => suite.agents),
    traces,
  );
  warnings.push(...assigned.warnings.map((line) => redactor.text(line)));
  const plan = await makePlan(suites, input, {
    runsOf: (_, agent) =>
      assigned.of(agent).map(({ model, records }) => ({ model, runs: Math.max(1, records.length) })),
  });
  const servers = [...new Set(plan.groups.flatMap(({ agent }) => agent.servers))];
  const catalog = await readScoreCatalog(input.catalogs ?? [], servers, cwd);
  const options = {
    ...(await scoreOptions(plan.groups, redactor)),
    ...(catalog && { catalog: redactor.value(catalog) }),
  };

  const results: CaseResult[] = [];
  const groups: Group[] = [];
  const floors: Floor[] = [];
  const lines: string[] = [];
  const named = rowNames(plan.groups.map(({ suite }) => ({ file: suite.display_file })));
  for (const planned of plan.groups) {
    const bucket = assigned.of(planned.agent).find(({ model }) => model === planned.model)!;
    const repeatable = withRepro(planned, bucket, input.traces, suites);
    if (planned.agent.skip !== undefined || bucket.records.length === 0) {
      results.push(...unscoredRows(repeatable, missing(planned)));
      continue;
    }
    const scored = await scoreGroup(repeatable, bucket.records, options);
    results.push(...scored.results);
    if (scored.group) groups.push(scored.group);
    if (scored.floor === undefined) continue;
    floors.push(scored.floor);
    const name = named(planned.name, scored.floor);
    lines.push(...floorLines(scored.floor, name).map((line) => visible(redactor.text(line))));
  }

  const envelope = buildEnvelope({
    run_id: ulid(),
    started_at,
    duration_ms: Math.round(performance.now() - started),
    provenance: redactor.value({
      tool_version: VERSION,
      mode: 'replay' as const,
      ...(input.profile && { profile: input.profile }),
      ...(await source),
      platform: `${process.platform}-${process.arch}`,
      node: process.versions.node,
      ...(ciName(env) && { ci: ciName(env) }),
      servers: [],
      models: [...new Set(plan.groups.flatMap(({ model }) => model ?? []))],
    }),
    results: results.map((result) => withWords(result, redactor)),
    ...(floors.length > 0 && { tool_selection: floors.map((floor) => withWords(floor, redactor)) }),
    ...(groups.length > 0 && { groups: groups.map((group) => withWords(group, redactor)) }),
  });
  if (input.save !== false) keepRun(workspace, envelope, warnings);
  return { envelope, floors: lines, warnings };
}

async function readAll(
  input: ScoreInput,
  cwd: string,
  redactor: Redactor,
  warnings: string[],
): Promise<ReadTrace[]> {
  if (input.traces.length === 0) {
    throw new McptestError({
      code: 'no-trace',
      message: 'there is no trace to score',
      hint: 'Name one with --trace; docs/scoring-traces.md says where agents leave them.',
    });
  }
  const out: ReadTrace[] = [];
  for (const file of input.traces) {
    const path = input.cwd === undefined ? file : resolve(cwd, file);
    const read = await readTraces({ path }, { format: input.trace_format });
    warnings.push(...read.warnings.map((line) => redactor.text(line)));
    for (const trace of read.traces) out.push({ file, trace: redactTrace(trace, redactor) });
  }
  return out;
}

/** Numbers of the run are figures and stay as they are. */
function redactTrace({ tokens, turns, cost_usd, ...rest }: Trace, redactor: Redactor): Trace {
  return {
    ...redactor.value(rest),
    ...(tokens && { tokens }),
    ...(turns && { turns }),
    ...(cost_usd !== undefined && { cost_usd }),
  };
}

/** More files than this make a command that nobody pastes; then a row names its own file. */
const LISTED_FILES = 8;

function withRepro(planned: PlannedGroup, bucket: Bucket, files: string[], suites: Suite[]): PlannedGroup {
  const { suite } = planned;
  const found = suites.length === 1 && /^mcptest\.ya?ml$/.test(suite.display_file);
  const path = found ? undefined : suite.display_file;
  const runs = planned.runs.map((run) => {
    const own = bucket.records[run.run - 1]?.file;
    const all = files.length <= LISTED_FILES || own === undefined;
    const line = scoreLine({
      path,
      traces: all ? files.slice(0, LISTED_FILES) : [own],
      name: all ? run.name : planned.agent.name,
      id: run.id,
    });
    return { ...run, repro: line };
  });
  return { ...planned, runs };
}

function missing({ agent, model }: PlannedGroup): string {
  return agent.models.length > 1 && model !== undefined
    ? `no trace of the model ${model} belongs to this test`
    : 'no trace belongs to this test';
}

const SUITE_WORDS = new Set([
  'name',
  'test',
  'agent',
  'model',
  'repro',
  'tags',
  'skip_reason',
  'expected_tool',
]);

/** Names come from the suite, which may hold secrets; everything else was redacted as it was read. */
function withWords<T extends object & { checks?: Check[] }>(value: T, redactor: Redactor): T {
  const words = Object.entries(value).filter(([key]) => SUITE_WORDS.has(key));
  const checks = value.checks?.map((check) => ({ ...check, message: redactor.text(check.message) }));
  return { ...value, ...(checks && { checks }), ...redactor.value(Object.fromEntries(words)) };
}
