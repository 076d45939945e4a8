/**
 * Agent runs that are over stay, whatever becomes of the run that they are part of: written down one by one while it goes
 * on, and taken over by `run --resume` as long as test, model, tools and files are what they were. They are judged anew.
 */
import { subjectOf } from '../cassette/subject.js';
import { isJudged } from '../match/llm-judge.js';
import type { Redactor } from '../redact/redactor.js';
import type { AgentSettings, GroupOutcome, KeptRun, KeptRuns } from '../run/agent/group-types.js';
import { actorOf } from '../run/agent/own-agent-recording.js';
import { forgetUnfinished, openUnfinished, readUnfinished, type UnfinishedRun } from '../store/unfinished.js';
import type { ToolDef } from '../types/catalog.js';
import type { CaseResult, RunError } from '../types/envelope.js';
import type { Plan, PlannedGroup } from '../types/plan.js';
import { canonicalJson } from '../util/canonical-json.js';
import { McptestError } from '../util/errors.js';
import { sha256 } from '../util/hash.js';
import { ownValue } from '../util/plain.js';
import { oneLine, plural } from '../util/text.js';
import { namedFiles } from './known-servers.js';
import { ownAgentFiles } from './own-agent-files.js';
import type { PreparedRun } from './prepare-run.js';

export interface RunKeeper extends KeptRuns {
  /** Where runs that were kept saw other tools than those of today. */
  problems(groups: readonly GroupOutcome[]): RunError[];
  /** Keeps the file for another time where something is missing, or the run was not saved; what to tell then. */
  end(groups: readonly GroupOutcome[], how: { stopped: boolean; saved: boolean }): Promise<string[]>;
}

/** Undefined where no run costs anything: `scripted` and `lexical` are done again in no time. */
export async function keepRuns(
  { plan, workspace, redactor, agents, run_id, started_at, selective }: PreparedRun,
  resume: boolean,
): Promise<RunKeeper | undefined> {
  const settings = agents?.settings;
  const paid = settings && plan.groups.filter((group) => isPaid(group, settings));
  if (settings === undefined || !paid?.length) {
    if (resume) throw nothingToResume('no agent test of this run asks a model');
    return undefined;
  }
  const before = resume ? await readUnfinished(workspace) : [];
  if (resume && before.length === 0) throw nothingToResume('no run that was stopped is kept here');
  const fingerprints = new Fingerprints(settings, redactor);
  const known = readLines(before);
  const taken = new Set<string>();
  const done = new Set<string>();
  const file = openUnfinished(workspace, { run_id, started_at });
  const catalogs = new Set<string>();
  const byRef = (tools: Record<string, ToolDef[]> | undefined): string | undefined => {
    if (tools === undefined) return undefined;
    const name = nameOf(tools);
    if (!catalogs.has(name)) file.add({ catalog: name, tools });
    catalogs.add(name);
    return name;
  };
  return {
    async of(group, run) {
      if (!isPaid(group, settings)) return undefined;
      const kept = known.get(`${run.id} ${await fingerprints.of(group)}`);
      if (kept) for (const ids of [taken, done]) ids.add(run.id);
      return kept;
    },
    async add(group, run, { record, tools, ...rest }) {
      if (!isPaid(group, settings)) return;
      done.add(run.id);
      const { catalog, ...trace } = record.trace;
      file.add({
        id: run.id,
        of: await fingerprints.of(group),
        kept: { ...rest, record: { ...record, trace } },
        catalog: byRef(catalog),
        tools: byRef(tools),
      });
    },
    problems: (groups) => (taken.size === 0 ? [] : otherTools(groups, taken)),
    async end(groups, { stopped, saved }) {
      const rows = groups
        .filter(({ planned }) => isPaid(planned, settings))
        .flatMap(({ results }) => results);
      if ((stopped || !saved || isMissing(rows, done)) && done.size > 0) {
        await file.written();
        return [`${finished(done.size)} kept; the same command with --resume makes the others`];
      }
      await file.remove();
      if (!stopped) await forgetUnfinished(overOf(before, plan, selective).map((one) => one.file));
      return resume && taken.size === 0 ? [NOTHING_FITS] : [];
    },
  };
}

const NOTHING_FITS = 'nothing that was kept fits these tests as they are now: all were made anew';

/** What nobody needs any more. Where only some rows were asked for, the others wait until they are. */
function overOf(before: UnfinishedRun[], plan: Plan, selective: boolean): UnfinishedRun[] {
  if (!selective && plan.part_of === undefined) return before;
  const ids = new Set<unknown>(plan.groups.flatMap(({ runs }) => runs.map(({ id }) => id)));
  return before.filter(({ lines }) => lines.every(({ id }) => id === undefined || ids.has(id)));
}

/** A row that is not kept and has no verdict. */
function isMissing(rows: readonly CaseResult[], done: ReadonlySet<string>): boolean {
  return rows.some(
    ({ id, verdict }) => !done.has(id) && (verdict === 'inconclusive' || verdict === 'skipped'),
  );
}

/** Whether somebody is asked who may want money for it. */
function isPaid(group: PlannedGroup, settings: AgentSettings): boolean {
  const { agent, model } = group;
  if (agent.skip !== undefined || settings.replay(group) !== undefined) return false;
  if (agent.command !== undefined) return true;
  if (model === undefined) return false;
  const names = [group.cli?.model ?? model, agent.judged?.model].filter((name) => name !== undefined);
  return names.some((name) => !['scripted', 'lexical'].includes(settings.modelOf(group, name).provider));
}

/** What a run depends on, as far as it is known before it. */
class Fingerprints {
  readonly #known = new Map<PlannedGroup, Promise<string>>();
  readonly #files = new Map<string, ReturnType<typeof namedFiles>>();

  constructor(
    private readonly settings: AgentSettings,
    private readonly redactor: Redactor,
  ) {}

  of(group: PlannedGroup): Promise<string> {
    const known = this.#known.get(group) ?? this.#make(group);
    this.#known.set(group, known);
    return known;
  }

  async #make(group: PlannedGroup): Promise<string> {
    const { suite, agent } = group;
    const servers = agent.servers.flatMap((name) => suite.servers[name] ?? []);
    const key = JSON.stringify([suite.dir, agent.servers]);
    const files = this.#files.get(key) ?? namedFiles(suite.dir, servers);
    this.#files.set(key, files);
    const judged = agent.expect.assertions.filter(({ matcher }) => isJudged(matcher));
    const all = {
      subject: subjectOf(suite, agent, this.redactor),
      actor: actorOf(group, (name) => this.settings.modelOf(group, name)),
      files: await files,
      own: await ownAgentFiles(suite, agent),
      judged: judged.map(({ target, matcher }) => ({ target, matcher })),
      offered: servers.map(({ offered }) => offered ?? null),
    };
    return sha256(canonicalJson(this.redactor.value(all))).slice(0, 16);
  }
}

function nameOf(tools: Record<string, ToolDef[]>): string {
  const known = names.get(tools) ?? sha256(canonicalJson(tools)).slice(0, 16);
  names.set(tools, known);
  return known;
}

const names = new WeakMap<object, string>();

/** By the id of the run and its fingerprint; the newest counts. What somebody else wrote there is passed over. */
function readLines(runs: readonly UnfinishedRun[]): Map<string, KeptRun> {
  const out = new Map<string, KeptRun>();
  for (const { run_id, lines } of [...runs].reverse()) {
    const catalogs = new Map<unknown, Record<string, ToolDef[]>>();
    for (const line of lines) {
      const { id, of, kept, tools } = line;
      if (id === undefined) {
        catalogs.set(line.catalog, tools as Record<string, ToolDef[]>);
        continue;
      }
      const record = ownValue(kept, 'record') as KeptRun['record'] | undefined;
      if (record === undefined || !Array.isArray(ownValue(record.trace, 'calls'))) continue;
      const catalog = catalogs.get(line.catalog);
      const notes = [...(record.notes ?? []), `made in run ${oneLine(run_id)}, which was stopped`];
      out.set(`${String(id)} ${String(of)}`, {
        ...(kept as KeptRun),
        record: { ...record, notes, trace: { ...record.trace, ...(catalog && { catalog }) } },
        tools: catalogs.get(tools),
      });
    }
  }
  return out;
}

/** Rows of two catalogues in one figure say nothing of either. */
function otherTools(groups: readonly GroupOutcome[], taken: ReadonlySet<string>): RunError[] {
  const seen = new Map<string, Set<string>>();
  for (const { planned, tools } of groups) {
    for (const [server, defs] of Object.entries(tools)) {
      const key = `${planned.suite.display_file}\0${server}`;
      const hashes = seen.get(key) ?? new Set();
      seen.set(key, hashes.add(nameOf({ [server]: defs })));
    }
  }
  return [...seen].flatMap(([key, hashes]) => {
    if (hashes.size < 2) return [];
    const [file, server] = key.split('\0');
    return [
      {
        where: `resume of ${file}`,
        message: `the tools of ${oneLine(server ?? '')} changed since ${plural(taken.size, 'run')} that ${taken.size === 1 ? 'was' : 'were'} kept: run without --resume to have all rows of one catalogue`,
      },
    ];
  });
}

function finished(n: number): string {
  return `${plural(n, 'finished run')} of agent tests ${n === 1 ? 'is' : 'are'}`;
}

function nothingToResume(why: string): McptestError {
  return new McptestError({
    code: 'nothing-to-resume',
    message: `--resume has nothing to go on with: ${why}`,
    hint: 'Run without --resume. What a run has is kept in .mcptest/unfinished when it is stopped.',
  });
}
