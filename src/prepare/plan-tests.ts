/** What `run` would do: suites read and narrowed to a plan, with the redactor that everything goes through. */
import { resolve } from 'node:path';
import { type RedactorInput, redactorOf } from '../redact/open-redactor.js';
import type { Redactor } from '../redact/redactor.js';
import { workspaceAt } from '../store/workspace.js';
import { loadSuites } from '../suite/load.js';
import { makePlan } from '../suite/plan.js';
import type { Given } from '../suite/repro.js';
import type { Plan, Selection, Shard } from '../types/plan.js';
import type { Suite } from '../types/suite.js';
import { McptestError } from '../util/errors.js';
import { plural } from '../util/text.js';
import type { SideInput } from './base-side.js';

export interface PlanInput extends Selection, RedactorInput, Given {
  /** Suite files or folders; none means `mcptest.yaml` or `mcptest.yml` in `cwd`. */
  paths?: string[];
  cwd?: string;
  workspace?: string;
  /** Only what did not pass in the newest saved run. */
  last_failed?: boolean;
  /** One part of the whole; tests that need each other stay together. */
  shard?: Shard;
  /** A file of durations, written by `report --timings`: shards take about as long as one another. */
  timings?: string;
  /** Run agent tests with these models in place of the suite's. */
  models?: string[];
  /** Run agent tests this many times in place of the suite's `runs`. */
  runs?: number;
}

export interface PlannedTests {
  plan: Plan;
  redactor: Redactor;
  env: NodeJS.ProcessEnv;
  workspace: string;
  /** What was left out on the way. */
  warnings: string[];
  /** There are tests, but none of them falls to this shard: nothing is wrong. */
  empty_shard: boolean;
  /** Whether only some of the tests were asked for; shards are not a choice, they are parts. */
  selective: boolean;
}

const NONE_FAILED = 'nothing failed in the newest saved run, so --last-failed runs every test';
const NOT_REPEATED = '--repeat is not for agent tests; --runs says how often these are run';

/** Throws `InvalidSuite`; starts nothing. */
export async function planTests(input: PlanInput & SideInput = {}): Promise<PlannedTests> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const workspace = workspaceAt(cwd, input.workspace);
  const env = input.env ?? process.env;
  const redactor = redactorOf(input);
  const loaded = await loadSuites(input.paths ?? [], {
    cwd,
    workspace,
    env,
    vars: input.vars,
    profile: input.profile,
    redactor,
  });
  if (loaded.problems.length > 0) {
    const { invalidSuite } = await import('../suite/invalid-suite.js');
    throw invalidSuite(loaded.problems);
  }
  refuseWithoutAgents(loaded.suites, input);
  const failed = input.last_failed ? await failedBefore(workspace) : undefined;
  const ids = failed?.length === 0 ? undefined : (failed ?? input.ids);
  const suites = await withBase(await withRuns(loaded.suites, input), input);
  const { models, runs } = input;
  const whole = await makePlan(
    suites,
    { ...input, ids },
    { ...defaultSuite(suites), models, runs, given: input },
  );
  const part = await partOf(whole, input, cwd);
  const selective = isSelective({ ...input, ids }) || suites.some(hasOnly);
  const empty_shard = sizeOf(part) === 0 && sizeOf(whole) > 0;
  return {
    plan: input.repeat === undefined ? part : repeated(part, input.repeat),
    redactor,
    env,
    workspace,
    warnings: [
      ...loaded.warnings,
      ...(whole.remarks ?? []),
      ...(isSelective({ ...input, ids }) ? [] : onlyRemarks(suites, whole)),
      ...(failed?.length === 0 ? [NONE_FAILED] : []),
      ...(empty_shard && input.shard ? [emptyShard(input.shard, sizeOf(whole))] : []),
      ...(selective ? [] : leftToMerge(part)),
      ...(input.repeat !== undefined && part.groups.length > 0 ? [NOT_REPEATED] : []),
    ],
    empty_shard,
    selective,
  };
}

function sizeOf({ cases, groups }: Plan): number {
  return cases.length + groups.length;
}

function emptyShard({ index, total }: Shard, tests: number): string {
  const why =
    tests < total
      ? 'there are fewer tests than shards'
      : 'tests that need each other stay in one shard (docs/ci.md)';
  return `no test falls to shard ${index}/${total}: ${why}`;
}

/** Half of the tests call half of the tools: only the whole can be held against what a suite asks of all its tests. */
function leftToMerge({ split = [] }: Plan): string[] {
  return split.flatMap(({ display_file, coverage, strength }) => {
    const asked = [
      ...(coverage?.tools === undefined ? [] : ['coverage threshold']),
      ...(strength?.min === undefined ? [] : ['strength']),
    ];
    return asked.map(
      (what) =>
        `${display_file} is split over several shards: its ${what} is judged by \`mcptest report --merge\``,
    );
  });
}

/** What follows is loaded only where it is asked for. */

async function failedBefore(workspace: string): Promise<string[]> {
  const { lastFailed } = await import('./last-failed.js');
  return lastFailed(workspace);
}

async function withRuns(suites: Suite[], { models, runs }: PlanInput): Promise<Suite[]> {
  if (models === undefined && runs === undefined) return suites;
  const { overrideRuns } = await import('../suite/plan-agents.js');
  return suites.map((suite) => overrideRuns(suite, models, runs));
}

async function withBase(suites: Suite[], { base_side }: SideInput): Promise<Suite[]> {
  if (base_side === undefined) return suites;
  const { baseSuites } = await import('./base-side.js');
  return baseSuites(suites, base_side);
}

async function partOf(plan: Plan, { shard, timings }: PlanInput, cwd: string): Promise<Plan> {
  if (shard === undefined) {
    if (timings === undefined) return plan;
    throw new McptestError({
      code: 'bad-timings',
      message: '--timings is for --shard, and the whole is run',
      hint: 'Name the part: --shard 1/4. `mcptest report RUN --timings FILE` writes the file.',
    });
  }
  const { shardPlan } = await import('../suite/shard.js');
  if (timings === undefined) return shardPlan(plan, shard);
  const { readTimings } = await import('../store/timings.js');
  return shardPlan(plan, shard, await readTimings(timings, cwd));
}

/** What is asked of agents where there are none would change nothing, and nobody would notice. */
function refuseWithoutAgents(suites: Suite[], { models, runs }: PlanInput): void {
  if (models === undefined && runs === undefined) return;
  if (suites.some(({ agents }) => agents.length > 0)) return;
  const flag = models === undefined ? '--runs' : '--models';
  throw new McptestError({
    code: 'no-agent-tests',
    message: `${flag} is for agent tests, and ${suites.length === 1 ? 'the suite has' : 'the suites have'} none`,
    hint: 'Leave the flag out; `--repeat` does other tests several times.',
  });
}

function isSelective(input: Selection): boolean {
  return (
    input.filter !== undefined ||
    input.ids !== undefined ||
    (input.tags ?? []).length > 0 ||
    (input.skip_tags ?? []).length > 0
  );
}

/** `only` chooses as a filter does: what it leaves out is neither uncovered nor obsolete. */
function hasOnly({ tests, agents }: Suite): boolean {
  return [...tests, ...agents].some(({ only }) => only);
}

/** What is left behind in a suite after a hunt for one bug, and would go unnoticed where CI is not asked. */
function onlyRemarks(suites: Suite[], { cases, groups, total }: Plan): string[] {
  const names = suites.flatMap(({ tests, agents }) => [...tests, ...agents].filter(({ only }) => only));
  const chosen = cases.length + new Set(groups.map(({ agent }) => agent)).size;
  if (names.length === 0 || chosen === total) return [];
  return [`\`only: true\` leaves out ${total - chosen} of ${plural(total, 'test')}`];
}

/** Repro lines leave out the path that `mcptest run` finds by itself. */
function defaultSuite(suites: Suite[]): { defaultSuite?: string } {
  const [only] = suites;
  const found = only && /^mcptest\.ya?ml$/.test(only.display_file);
  return found && suites.length === 1 ? { defaultSuite: only.display_file } : {};
}

function repeated(plan: Plan, repeat: number): Plan {
  const cases = plan.cases.map((one) => ({ ...one, test: { ...one.test, repeat: Math.max(1, repeat) } }));
  return { ...plan, cases };
}
