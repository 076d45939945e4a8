/** The cassettes of a plan: which can be played, what is stale, and what a finished run leaves on disk. */
import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { CASSETTE_VERSION, cassetteText, catalogHash, readCassette } from '../cassette/file.js';
import { type StaleCassette, staleError, staleReasons } from '../cassette/stale.js';
import { instructors, subjectOf, workersOf } from '../cassette/subject.js';
import { reproOverRuns } from '../envelope/row-names.js';
import type { Redactor } from '../redact/redactor.js';
import type { GroupOutcome, GroupRecording } from '../run/agent/group-types.js';
import { actorOf } from '../run/agent/own-agent-recording.js';
import { cassetteFinder, labelledCassettes, writeCassette } from '../store/cassette-file.js';
import { shellWord } from '../suite/repro.js';
import type { Cassette } from '../types/cassette.js';
import type { ServerSpec } from '../types/connection.js';
import type { PlannedGroup } from '../types/plan.js';
import type { AgentSpec, Suite } from '../types/suite.js';
import { oneLine, plural } from '../util/text.js';
import { baseName } from './base-side.js';
import type { ModelOf } from './check-agents.js';
import { type SuiteFiles, suiteFiles } from './known-servers.js';
import { ownAgentChanges, ownAgentFiles } from './own-agent-files.js';

const MOST_STRAYS = 5;

export interface CassetteDeck {
  of(group: PlannedGroup): Cassette | undefined;
  warnings: string[];
}

/**
 * Reads every cassette that the plan can use. Throws one error that names all that are stale; exit 2. `again`: those are
 * recorded anew.
 */
export async function loadCassettes(
  groups: readonly PlannedGroup[],
  modelOf: ModelOf,
  redactor: Redactor,
  again = false,
): Promise<CassetteDeck> {
  const found = new Map<PlannedGroup, Cassette>();
  const stale: StaleCassette[] = [];
  const warnings = new Set<string>();
  const unrecorded = new Set<Suite>();
  const outdated: Outdated[] = [];
  const findCassette = cassetteFinder();
  const read = suiteFiles(redactor);
  for (const group of groups) {
    const { suite, agent, model } = group;
    if (agent.skip !== undefined || (model === undefined && agent.command === undefined)) continue;
    const actor = actorOf(group, (name) => modelOf(group, name));
    const test = redactor.text(agent.recorded_as ?? agent.name);
    const { path, text } = await findCassette(suite.file, test);
    if (text === undefined) {
      unrecorded.add(suite);
      continue;
    }
    const file = shownPath(path, suite);
    const cassette = readCassette(text, file);
    const servers = serversOf(suite, agent);
    const known = await read.known(suite, servers, instructors(suite, agent));
    const files = await ownAgentFiles(suite, agent);
    const reasons = staleReasons(cassette, {
      subject: subjectOf(suite, agent, redactor),
      model: actor,
      runs: Math.max(...group.runs.map(({ run }) => run)),
      known,
    });
    if (files) {
      const others = await read.named(suite, servers);
      reasons.push(...ownAgentChanges(cassette.files, files, others));
    }
    if (reasons.length > 0 && again) continue;
    if (reasons.length > 0) stale.push({ file, test, reasons, ...recordLines(group) });
    else found.set(group, cassette);
    for (const line of unusedRuns(cassette, group, actor.name, file)) warnings.add(line);
    outdated.push({ file, names: await changedFiles(cassette, group, read) });
  }
  if (stale.length > 0) throw staleError(stale);
  const all = [...warnings, ...outdatedLines(outdated), ...(await strays(unrecorded, redactor))];
  return { of: (group) => found.get(group), warnings: [...new Set(all)] };
}

/** A renamed test or suite is asked anew, at a price; its recording may still lie there. */
async function strays(suites: Iterable<Suite>, redactor: Redactor): Promise<string[]> {
  const out = new Set<string>();
  for (const suite of suites) {
    const names = suite.agents.flatMap(({ name }) => [name, baseName(name)]);
    const tests = new Set(names.map((name) => redactor.text(name)));
    for (const { path, suite: of, test } of await labelledCassettes(suite.file)) {
      const own = of === basename(suite.file);
      if (own ? tests.has(test) : existsSync(join(suite.dir, of))) continue;
      const whose = `\`${oneLine(test)}\` of ${oneLine(of)}`;
      out.add(`${shownPath(path, suite)} belongs to ${whose}, which is not there; was it renamed?`);
    }
  }
  return [...out].slice(0, MOST_STRAYS);
}

function unusedRuns(cassette: Cassette, group: PlannedGroup, actor: string, file: string): string[] {
  const recorded = cassette.models[actor]?.runs.length ?? 0;
  const extra = recorded - group.runs.length;
  return group.complete && extra > 0
    ? [`${file}: ${plural(extra, 'recorded run')} of ${oneLine(actor)} went unused`]
    : [];
}

/** Files that a server's command names, and that are not what they were. */
async function changedFiles(
  cassette: Cassette,
  { suite, agent }: PlannedGroup,
  read: SuiteFiles,
): Promise<string[]> {
  const now = await read.named(suite, serversOf(suite, agent));
  return Object.entries(cassette.files ?? {}).flatMap(([name, hash]) =>
    Object.hasOwn(now, name) && now[name] !== hash ? [name] : [],
  );
}

/** A cassette, and files that changed since it was recorded. */
interface Outdated {
  file: string;
  names: string[];
}

/** A table of requests has a cassette for each: they are told of in one line. */
function outdatedLines(all: readonly Outdated[]): string[] {
  const changed = new Set(all.flatMap(({ names }) => names));
  return [...changed].map((name) => {
    const files = all.flatMap(({ file, names }) => (names.includes(name) ? [file] : []));
    return outdatedLine(name, [...new Set(files)]);
  });
}

function outdatedLine(name: string, [first = '', ...others]: string[]): string {
  if (others.length === 0)
    return `${first}: ${oneLine(name)} changed since it was recorded; its answers may be out of date`;
  return `${first} and ${plural(others.length, 'other cassette')}: ${oneLine(name)} changed since they were recorded; their answers may be out of date`;
}

/** Writes a cassette for each test that was recorded whole; says which were not. */
export async function saveCassettes(
  outcomes: readonly GroupOutcome[],
  redactor: Redactor,
): Promise<{ written: string[]; warnings: string[] }> {
  const written: string[] = [];
  const warnings: string[] = [];
  const findCassette = cassetteFinder();
  const read = suiteFiles(redactor);
  const byTest = new Map<AgentSpec, GroupOutcome[]>();
  for (const outcome of outcomes) {
    const { agent } = outcome.planned;
    if (agent.skip === undefined && !outcome.replayed)
      byTest.set(agent, [...(byTest.get(agent) ?? []), outcome]);
  }
  for (const [agent, list] of byTest) {
    const missing = list.filter(({ recording }) => recording === undefined);
    for (const { planned } of missing) {
      const why = planned.complete ? 'a run could not be made' : 'only part of its runs was selected';
      warnings.push(`${oneLine(planned.name)} was not recorded: ${why}`);
    }
    const made = list.flatMap(({ recording }) => recording ?? []);
    if (made.length === 0) continue;
    const { suite } = list[0]!.planned;
    const test = redactor.text(agent.recorded_as ?? agent.name);
    const { path, text } = await findCassette(suite.file, test);
    const file = shownPath(path, suite);
    const cassette = await assemble({ suite, agent, made, read, before: earlier(text, file) }, redactor);
    try {
      await writeCassette(suite.file, path, cassetteText(cassette));
      written.push(file);
    } catch (error) {
      warnings.push(`${file} was not written: ${(error as Error).message}`);
    }
  }
  return { written, warnings };
}

/** An earlier recording that cannot be read is replaced. */
function earlier(text: string | undefined, file: string): Cassette | undefined {
  if (text === undefined) return undefined;
  try {
    return readCassette(text, file);
  } catch {
    return undefined;
  }
}

interface RecordedTest {
  suite: Suite;
  agent: AgentSpec;
  made: GroupRecording[];
  read: SuiteFiles;
  /** What was recorded of it earlier. */
  before: Cassette | undefined;
}

async function assemble(
  { suite, agent, made, read, before }: RecordedTest,
  redactor: Redactor,
): Promise<Cassette> {
  const subject = subjectOf(suite, agent, redactor);
  const files = {
    ...(await read.named(suite, serversOf(suite, agent))),
    ...(await ownAgentFiles(suite, agent)),
  };
  const cassette: Cassette = {
    version: CASSETTE_VERSION,
    suite: suite.file.split(/[\\/]/).at(-1)!,
    test: redactor.text(agent.recorded_as ?? agent.name),
    subject,
    servers: {},
    ...(Object.keys(files).length > 0 && { files }),
    catalogs: [],
    models: {},
  };
  const indexOf = (tools: Cassette['catalogs'][number]['tools']): number => {
    const hash = catalogHash(tools);
    const at = cassette.catalogs.findIndex((one) => one.hash === hash);
    return at >= 0 ? at : cassette.catalogs.push({ hash, tools }) - 1;
  };
  keepOthers(cassette, before, made, indexOf);
  const prices = { ...cassette.prices };
  for (const { model, infos, runs, ...rest } of made) {
    Object.assign(prices, rest.prices);
    for (const [name, { capabilities: _, ...info }] of Object.entries(infos))
      cassette.servers[name] = redactor.value(info);
    cassette.models[model.name] = {
      provider: model.provider,
      model: model.model,
      runs: runs.map(({ catalog, ...run }) => ({ catalog: indexOf(catalog.kept), ...run })),
    };
  }
  return { ...cassette, ...(Object.keys(prices).length > 0 && { prices }) };
}

/** Models that were not asked this time keep their recording, as long as it is not stale. */
function keepOthers(
  cassette: Cassette,
  before: Cassette | undefined,
  made: GroupRecording[],
  indexOf: (tools: Cassette['catalogs'][number]['tools']) => number,
): void {
  if (before === undefined) return;
  for (const [name, recorded] of Object.entries(before.models)) {
    const again = made.some((recording) => recording.model.name === name);
    const now = { subject: cassette.subject, runs: 0, known: {} };
    const model = { name, provider: recorded.provider, model: recorded.model };
    if (again || staleReasons(before, { ...now, model }).length > 0) continue;
    cassette.models[name] = {
      ...recorded,
      runs: recorded.runs.map((run) => ({ ...run, catalog: indexOf(before.catalogs[run.catalog]!.tools) })),
    };
    Object.assign(cassette.servers, before.servers);
    if (before.prices) cassette.prices = { ...before.prices };
  }
}

function serversOf(suite: Suite, agent: AgentSpec): ServerSpec[] {
  const names = new Set([agent, ...workersOf(suite, agent)].flatMap(({ servers }) => servers));
  return [...names].map((name) => suite.servers[name]!);
}

/** As the suite is shown: from where the user stands. */
function shownPath(path: string, suite: Suite): string {
  const folder = suite.display_file.split('/').slice(0, -1).join('/');
  const local = relative(suite.dir, path).split(/[\\/]/).join('/');
  return folder === '' ? local : `${folder}/${local}`;
}

function recordLines({ agent, model, runs }: PlannedGroup): { again: string; again_all: string } {
  const repro = reproOverRuns({ ...runs[0]!, test: agent.name, model });
  const again = repro.replace(/^mcptest run/, 'mcptest run --record');
  const of = agent.case?.of;
  if (!of || !agent.name.startsWith(`${of} [`)) return { again, again_all: again };
  return { again, again_all: again.replace(/ --filter .*$/s, () => ` --filter ${shellWord(of)}`) };
}
