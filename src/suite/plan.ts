/** What will run: the suites' tests, narrowed by filter, tags and `only`, with the tests they need. */

import { join } from 'node:path';
import { capturesIn } from '../match/captures.js';
import type { Plan, PlannedCase, PlannedGroup, Selection } from '../types/plan.js';
import type { AgentSpec, Suite, TestSpec } from '../types/suite.js';
import { sha256 } from '../util/hash.js';
import type { Row } from './filter.js';
import { OF_EACH_TEST } from './interpolate.js';
import type { AgentRuns } from './plan-agents.js';
import { type Given, type ReproInput, reproLine } from './repro.js';

export interface PlanOptions {
  /** The display path of the suite that `mcptest run` takes by itself; repro lines leave it out. */
  defaultSuite?: string;
  /** What agent tests run with in place of what the suite says; repro lines name it. */
  models?: readonly string[];
  runs?: number;
  /** What else the command line said; repro lines say it too. */
  given?: Given;
  /** How often each agent test runs with which model; by default as the suite says. */
  runsOf?: (suite: Suite, agent: AgentSpec) => AgentRuns[];
  /** The command that runs a test again; `mcptest run` unless told. */
  reproOf?: (suite: Suite, row: Row) => string;
}

/** What can be selected: a test, or one run of an agent test. */
interface Selectable extends Row {
  test: { tags: string[]; only: boolean };
}

export async function makePlan(
  suites: Suite[],
  selection: Selection,
  options: PlanOptions = {},
): Promise<Plan> {
  const all = suites.flatMap((suite) => suite.tests.map((test) => planned(suite, test, options)));
  const groups = await planGroups(suites, options);
  const isAll = isEverything(selection, suites);
  const rows = isAll ? [] : groups.map(rowsOf);
  const selectable = [...all, ...rows.flat()];
  const chosen = await select(selectable, selection);
  const remarks = await remarksOn(selectable, selection, chosen.size);
  if (selection.with_earlier) for (const one of earlierOf(all, chosen)) chosen.add(one);
  const needed = new Set<PlannedCase>();
  for (const suite of suites)
    addSources(
      all.filter((one) => one.suite === suite),
      chosen,
      needed,
    );
  const cases = all
    .filter((one) => chosen.has(one) || needed.has(one))
    .map((one) => ({ ...one, pulled_in: !chosen.has(one) }));
  const selected = isAll ? groups : groups.flatMap((group, at) => selectedOf(group, rows[at]!, chosen));
  const agents = suites.reduce((sum, suite) => sum + suite.agents.length, 0);
  return { suites, cases, groups: selected, total: all.length + agents, remarks };
}

function rowsOf({ agent, runs }: PlannedGroup): Selectable[] {
  return runs.map(({ id, name }) => ({ id, name, of: [agent.name, agent.case?.of], test: agent }));
}

/** The group with those of its runs that were chosen; itself where all were. */
function selectedOf(group: PlannedGroup, rows: Selectable[], chosen: ReadonlySet<Row>): PlannedGroup[] {
  const count = rows.filter((row) => chosen.has(row)).length;
  if (count === 0) return [];
  if (count === rows.length) return [group];
  return [{ ...group, runs: group.runs.filter((_, at) => chosen.has(rows[at]!)), complete: false }];
}

/** Where nothing is left out nothing need be looked through. */
function isEverything({ filter, ids, tags = [], skip_tags = [] }: Selection, suites: Suite[]): boolean {
  const isNarrowed = ids !== undefined || (filter?.length ?? 0) + tags.length + skip_tags.length > 0;
  return !isNarrowed && !suites.some((suite) => [...suite.tests, ...suite.agents].some(({ only }) => only));
}

/** Loaded only where there are agent tests. */
async function planGroups(suites: Suite[], options: PlanOptions): Promise<PlannedGroup[]> {
  if (suites.every(({ agents }) => agents.length === 0)) return [];
  const { declaredRuns, planAgents } = await import('./plan-agents.js');
  const { models, runs, runsOf = (_, agent) => declaredRuns(agent) } = options;
  const groups: PlannedGroup[][] = [];
  for (const suite of suites) {
    const reproOf = (row: ReproInput) => repro(suite, { ...row, models, runs }, options);
    groups.push(planAgents(suite, runsOf, reproOf));
  }
  return groups.flat();
}

function planned(suite: Suite, test: TestSpec, options: PlanOptions): PlannedCase {
  const { name } = test;
  const id = sha256(`${suite.display_file}\0${name}`).slice(0, 12);
  const of = test.case && { of: [test.case.of] };
  const row = { id, name, ...of, suite, pulled_in: false, repro: repro(suite, { name, id }, options) };
  return { ...row, ...(suite.tmp === undefined ? { test } : inOwnFolder(test, suite.tmp)) };
}

/** By its name, so that reports and snapshots say the same in every run, of one test or of all. */
function inOwnFolder(test: TestSpec, folder: string): Pick<PlannedCase, 'test' | 'tmp'> {
  const general = `${folder}${OF_EACH_TEST}`;
  const tmp = join(folder, sha256(test.name).slice(0, 8));
  let isRead = false;
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (!value.includes(general)) return value;
      isRead = true;
      return value.replaceAll(general, tmp);
    }
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner)]));
  };
  const steps = test.steps.map((step) => ({
    ...step,
    call: filled(step.call) as typeof step.call,
    expect: filled(step.expect) as typeof step.expect,
  }));
  return isRead ? { test: { ...test, steps }, tmp } : { test };
}

function repro(suite: Suite, row: ReproInput, options: PlanOptions): string {
  if (options.reproOf !== undefined) return options.reproOf(suite, row);
  const path = suite.display_file === options.defaultSuite ? undefined : suite.display_file;
  return reproLine({ path, given: options.given, ...row });
}

async function select(all: Selectable[], selection: Selection): Promise<Set<Row>> {
  const { filter: text, tags = [], skip_tags = [] } = selection;
  const filter = text?.length ? await (await import('./filter.js')).createFilter(text, all) : undefined;
  // Who names a test outright wants that test, marked or not.
  const onlyCounts = !filter?.exact && !selection.ids && all.some((one) => one.test.only);
  const ids = selection.ids && new Set(selection.ids);
  const out = new Set<Row>();
  for (const one of all) {
    if (ids && !ids.has(one.id)) continue;
    const has = (tag: string) => one.test.tags.includes(tag);
    if (onlyCounts && !one.test.only) continue;
    if (tags.length > 0 && !tags.some(has)) continue;
    if (skip_tags.some(has)) continue;
    if (filter === undefined || (await filter.accepts(one))) out.add(one);
  }
  return out;
}

/** Loaded only where there was a choice that could be mistyped. */
async function remarksOn(all: Selectable[], selection: Selection, chosen: number): Promise<string[]> {
  const { filter = '', tags = [], skip_tags = [] } = selection;
  if (typeof filter === 'string' && tags.length + skip_tags.length === 0) return [];
  return (await import('./choice-remarks.js')).choiceRemarks(all, selection, chosen);
}

/** The tests of the same suite that stand before a chosen one and are answered by the same process. */
function earlierOf(all: PlannedCase[], chosen: ReadonlySet<Row>): PlannedCase[] {
  const wanted = new Map<Suite, Set<string>>();
  return [...all].reverse().filter((one) => {
    const { suite, test } = one;
    const names = test.steps.map(({ call }) => call.server);
    const shared = names.filter((name) => suite.servers[name]?.isolate !== 'test');
    const servers = wanted.get(suite) ?? new Set();
    if (chosen.has(one)) wanted.set(suite, new Set([...servers, ...shared]));
    return !chosen.has(one) && shared.some((name) => servers.has(name));
  });
}

/** Adds, for each chosen test, those that it depends on and the nearest earlier test that captures what it reads, and so on back. */
function addSources(cases: PlannedCase[], chosen: Set<Row>, needed: Set<PlannedCase>): void {
  const wanted = new Set<string>();
  const tests = new Set<string>();
  // Where nothing is captured nothing need be looked through.
  const captures = cases.some(({ test }) =>
    test.steps.some(({ capture }) => Object.keys(capture).length > 0),
  );
  for (const one of [...cases].reverse()) {
    const captured = one.test.steps.flatMap((step) => Object.keys(step.capture));
    const supplies =
      captured.some((name) => wanted.has(name)) || namesOf(one.test).some((name) => tests.has(name));
    if (!chosen.has(one) && !supplies) continue;
    if (!chosen.has(one)) needed.add(one);
    for (const name of captured) wanted.delete(name);
    if (captures) for (const name of readBy(one.test)) wanted.add(name);
    for (const name of one.test.depends_on ?? []) tests.add(name);
  }
}

/** What `depends_on` may call a test: its name, or for all cases that of the test as it is written. */
export function namesOf({ name, case: one }: TestSpec): string[] {
  return one === undefined ? [name] : [name, one.of];
}

/** The captures that a test reads and does not make itself before. */
function readBy(test: TestSpec): Set<string> {
  const out = new Set<string>();
  const made = new Set<string>();
  for (const step of test.steps) {
    for (const name of capturesIn([step.call, step.expect])) if (!made.has(name)) out.add(name);
    for (const name of Object.keys(step.capture)) made.add(name);
  }
  return out;
}
