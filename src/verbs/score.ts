/** `mcptest score`: load → read traces → score → envelope → keep. Nothing is started and nobody is asked. */
import { resolve } from 'node:path';
import { ulid } from 'ulid';
import { buildEnvelope } from '../envelope/build.js';
import { gitSource, provenanceOf } from '../envelope/provenance.js';
import { redactRow } from '../envelope/redact-row.js';
import { readScoreCatalog } from '../prepare/score-catalog.js';
import { type RedactorInput, redactorOf } from '../redact/open-redactor.js';
import type { Redactor } from '../redact/redactor.js';
import { assignTraces, type ReadTrace } from '../score/assign-traces.js';
import { floorText, groupParts } from '../score/group-parts.js';
import { type ScoredGroup, scoreGroup } from '../score/score-group.js';
import { scoreOptions } from '../score/score-options.js';
import { unscoredRows } from '../score/score-row.js';
import { keepRun } from '../store/keep-run.js';
import { workspaceAt } from '../store/workspace.js';
import { invalidSuite } from '../suite/invalid-suite.js';
import { loadSuites } from '../suite/load.js';
import { makePlan } from '../suite/plan.js';
import { scoreAllLine, scoreLine } from '../suite/repro.js';
import { savedFiles } from '../target/catalogs.js';
import type { TraceFormat } from '../trace/formats.js';
import { isForeign, readTraces } from '../trace/read-traces.js';
import { splitNames } from '../trace/split-names.js';
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { PlannedGroup, Selection } from '../types/plan.js';
import type { Suite } from '../types/suite.js';
import type { Trace, TraceTurn } from '../types/trace.js';
import { McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';

export interface ScoreInput extends Selection, RedactorInput {
  /** Suite files or folders; none means `mcptest.yaml` or `mcptest.yml` in `cwd`. */
  paths?: string[];
  /** Trace files. */
  traces: string[];
  trace_format?: TraceFormat | 'auto';
  /** Saved catalogues, as `FILE` or `server=FILE`. */
  from?: string | string[];
  cwd?: string;
  workspace?: string;
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
  const clock = performance.now();
  const started_at = new Date().toISOString();
  const loaded = await loadAll(input);
  const { redactor, workspace, env, warnings } = loaded;
  const source = gitSource(workspace);
  const traces = await readAll(input, loaded);
  const scored = await scoreAll(input, loaded, traces);
  const provenance = provenanceOf({
    mode: 'replay',
    profile: input.profile,
    source: await source,
    env,
    chosen: input,
    command:
      input.traces.length > LISTED_FILES ? undefined : scoreAllLine({ ...input, from: savedFiles(input) }),
    servers: [],
    rows: scored.results,
  });
  const envelope = buildEnvelope({
    run_id: ulid(),
    started_at,
    duration_ms: Math.round(performance.now() - clock),
    provenance: redactor.value(provenance),
    results: scored.results.map((row) => redactRow(row, redactor)),
    ...(await groupParts(scored.groups, redactor)),
  });
  if (input.save !== false) keepRun(workspace, envelope, warnings);
  return { envelope, floors: floorText(scored.groups, redactor), warnings };
}

interface LoadedSuites {
  suites: Suite[];
  redactor: Redactor;
  cwd: string;
  workspace: string;
  env: NodeJS.ProcessEnv;
  warnings: string[];
}

async function loadAll(input: ScoreInput): Promise<LoadedSuites> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const workspace = workspaceAt(cwd, input.workspace);
  const env = input.env ?? process.env;
  const redactor = redactorOf(input);
  const loaded = await loadSuites(input.paths ?? [], { ...input, redactor, cwd, workspace, env });
  if (loaded.problems.length > 0) throw invalidSuite(loaded.problems);
  return { suites: loaded.suites, redactor, cwd, workspace, env, warnings: loaded.warnings };
}

interface ScoredTests {
  results: CaseResult[];
  groups: (ScoredGroup & { planned: PlannedGroup })[];
  /** All that were selected, also those without a trace. */
  planned: PlannedGroup[];
}

async function scoreAll(
  input: ScoreInput,
  { suites, redactor, cwd, warnings }: LoadedSuites,
  traces: ImportedTrace[],
): Promise<ScoredTests> {
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
  const catalog = await readScoreCatalog(savedFiles(input), servers, cwd);
  const options = await scoreOptions(plan.groups, redactor);
  if (catalog) {
    options.catalog = redactor.value(catalog);
    for (const { trace, foreign } of traces)
      if (foreign) splitNames(trace, { servers, catalog: options.catalog });
  }

  const scored: ScoredTests = { results: [], groups: [], planned: plan.groups };
  for (const planned of plan.groups) {
    const bucket = assigned.of(planned.agent).find(({ model }) => model === planned.model);
    const records = bucket?.records ?? [];
    const repeatable = withRepro(planned, records, input, suites);
    if (planned.agent.skip !== undefined || records.length === 0) {
      scored.results.push(...unscoredRows(repeatable, missing(planned)));
      continue;
    }
    const group = await scoreGroup(repeatable, records, options);
    scored.results.push(...group.results);
    scored.groups.push({ ...group, planned });
  }
  return scored;
}

interface ImportedTrace extends ReadTrace {
  /** Left by another program, with names of tools as that one joins them. */
  foreign: boolean;
}

async function readAll(
  input: ScoreInput,
  { suites, cwd, redactor, warnings }: LoadedSuites,
): Promise<ImportedTrace[]> {
  if (input.traces.length === 0) {
    throw new McptestError({
      code: 'no-trace',
      message: 'there is no trace to score',
      hint: 'Name one with --trace; docs/scoring-traces.md says where agents leave them.',
    });
  }
  refuseTwins(input.traces, cwd);
  const servers = [...new Set(suites.flatMap((suite) => Object.keys(suite.servers)))];
  const out: ImportedTrace[] = [];
  for (const file of input.traces) {
    const path = input.cwd === undefined ? file : resolve(cwd, file);
    const read = await readTraces({ path }, { format: input.trace_format, servers });
    warnings.push(...read.warnings.map((line) => redactor.text(line)));
    const foreign = isForeign(read.format);
    for (const trace of read.traces) out.push({ file, foreign, trace: redactTrace(trace, redactor) });
  }
  return out;
}

/** A file that is given twice would be two runs that agree, and every interval too narrow. */
function refuseTwins(traces: readonly string[], cwd: string): void {
  const paths = traces.map((file) => resolve(cwd, file));
  const at = paths.findIndex((path, index) => paths.indexOf(path) < index);
  if (at < 0) return;
  throw new McptestError({
    code: 'same-trace-twice',
    message: `the trace ${traces[at]} is given twice, and would count as two runs`,
    hint: 'Name each file once.',
  });
}

/** Numbers of the run are figures and stay as they are. */
function redactTrace({ tokens, turns, cost_usd, ...rest }: Trace, redactor: Redactor): Trace {
  const said = turns?.map((turn) => redactTurn(turn, redactor));
  return omitUndefined({ ...redactor.kept(rest), tokens, turns: said, cost_usd });
}

function redactTurn(turn: TraceTurn, redactor: Redactor): TraceTurn {
  const { reasoning, text } = turn;
  if (reasoning === undefined && text === undefined) return turn;
  return { ...turn, ...redactor.kept(omitUndefined({ reasoning, text })) };
}

/** More files than this make a command that nobody pastes; then a row names its own file. */
const LISTED_FILES = 8;

function withRepro(
  planned: PlannedGroup,
  records: readonly ReadTrace[],
  input: ScoreInput,
  suites: Suite[],
): PlannedGroup {
  const { traces: files } = input;
  const { suite } = planned;
  const found = suites.length === 1 && /^mcptest\.ya?ml$/.test(suite.display_file);
  const path = found ? undefined : suite.display_file;
  const runs = planned.runs.map((run) => {
    const own = records[run.run - 1]?.file;
    const all = files.length <= LISTED_FILES || own === undefined;
    const line = scoreLine({
      path,
      given: input,
      trace_format: input.trace_format,
      from: savedFiles(input),
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
