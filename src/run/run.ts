/**
 * Plan → results. Servers start at once and in parallel, tests follow in lanes, setup comes before and
 * teardown after them whatever happens. `closing` resolves when the last server has left, so that a
 * report can be out before that.
 */

import type { ListedTools } from '../score/coverage.js';
import type { CaseResult, Finding, RunError, ServerProvenance } from '../types/envelope.js';
import type { Plan, PlannedCase } from '../types/plan.js';
import type { GroupOutcome } from './agent/group-types.js';
import type { Budgets } from './budgets.js';
import { type StopSign, stopAfter } from './case.js';
import { pool, type Queue } from './lanes.js';
import type { RunSettings } from './run-settings.js';
import { SuiteRun, type SuiteSettings } from './suite-run.js';

export interface RunOutcome {
  results: CaseResult[];
  servers: ServerProvenance[];
  listed: ListedTools[];
  errors: RunError[];
  /** Agent tests, in the order of the plan. */
  groups: GroupOutcome[];
  /** Budgets that were reached. */
  refused: string[];
  findings(): Finding[];
  closing: Promise<void>;
}

const DEFAULT_CONCURRENCY = 4;

export async function runPlan(plan: Plan, settings: RunSettings): Promise<RunOutcome> {
  const results = new Map<PlannedCase, CaseResult>();
  const agents = plan.groups.length > 0 ? await import('./agent/agent-jobs.js') : undefined;
  const budgets = await openBudgets(plan, settings);
  const suites = planSuites(plan, { ...settings, budgets }, results, agents);
  const queues = suites.map((one) => ({
    jobs: one.jobs(),
    limit: settings.concurrency ?? one.suite.run_options.concurrency ?? DEFAULT_CONCURRENCY,
    ...turnOf(one),
  }));
  // Several suites together are no busier than the busiest of them may be.
  await pool(queues, Math.max(...queues.map((queue) => queue.limit)));
  await Promise.all(suites.map((one) => one.servers.settled()));

  const own = suites.map((one) => one.agents?.outcomes() ?? []);
  // Suite by suite, so that the parts of a run, one after the other, are the run.
  const parts = suites.map((one, at) => partOf(one, own[at]!, results, agents));
  return {
    results: parts.flatMap((part) => part.results),
    servers: parts.flatMap((part) => part.servers),
    listed: parts.flatMap((part) => part.listed),
    errors: suites.flatMap((one) => one.allErrors()),
    groups: own.flat(),
    refused: budgets?.refusals() ?? [],
    findings: () =>
      suites.flatMap(({ suite, servers }) =>
        servers.findings().map((finding) => ({ ...finding, file: suite.display_file })),
      ),
    closing: Promise.all(suites.map((one) => one.closed())).then(() => undefined),
  };
}

/** A server that is still leaving has not let go of what the next suite needs. */
function turnOf(one: SuiteRun): Pick<Queue, 'takes_turns' | 'over'> {
  const { takes_turns } = one.suite.run_options;
  return takes_turns === undefined ? {} : { takes_turns, over: () => one.closed() };
}

/** Loaded only where somebody is asked for money. */
async function openBudgets(plan: Plan, settings: RunSettings): Promise<Budgets | undefined> {
  const { judges, measure, max_cost } = settings;
  if (plan.groups.length === 0 && judges === undefined && measure === undefined) return undefined;
  const { Budgets: Opened } = await import('./budgets.js');
  return new Opened(max_cost);
}

/** Loaded only where the plan has agent tests. */
type AgentModule = typeof import('./agent/agent-jobs.js');

function planSuites(
  plan: Plan,
  settings: SuiteSettings,
  results: Map<PlannedCase, CaseResult>,
  agents: AgentModule | undefined,
): SuiteRun[] {
  const ofAll: StopSign = { bails: settings.bail ?? false };
  const rows = plan.groups.reduce((sum, { runs }) => sum + runs.length, 0);
  settings.progress({ type: 'plan', total: plan.cases.length + rows });
  return plan.suites.flatMap((suite) => {
    // What the command says holds for the run, what a suite says for that suite.
    const stop = settings.bail === undefined ? { bails: suite.run_options.bail ?? false } : ofAll;
    const tell = (result: CaseResult): CaseResult => {
      stopAfter(stop, result);
      const row = settings.shown?.(result) ?? result;
      settings.progress({ type: 'case-end', result: row });
      return row;
    };
    const report = (planned: PlannedCase, result: CaseResult): void => {
      results.set(planned, result);
      tell(result);
    };
    const cases = plan.cases.filter((planned) => planned.suite === suite);
    const groups = plan.groups.filter((planned) => planned.suite === suite);
    if (cases.length + groups.length === 0) return [];
    const one = new SuiteRun({ suite, cases, settings, stop, report });
    if (agents && groups.length > 0) one.agents = agents.agentJobs(suite, groups, one.agentContext(), tell);
    return [one];
  });
}

type SuitePart = Pick<RunOutcome, 'results' | 'servers' | 'listed'>;

function partOf(
  one: SuiteRun,
  own: readonly GroupOutcome[],
  results: Map<PlannedCase, CaseResult>,
  agents: AgentModule | undefined,
): SuitePart {
  const servers = one.servers.provenance();
  const { listed } = one;
  const file = one.suite.display_file;
  const declared = Object.keys(one.suite.servers);
  const byDeclaration = (a: string, b: string): number => declared.indexOf(a) - declared.indexOf(b);
  return {
    results: [
      ...one.cases.flatMap((planned) => results.get(planned) ?? []),
      ...own.flatMap((group) => group.results),
    ],
    servers: [...servers, ...(agents?.agentServers(own, servers) ?? [])]
      .map((server) => ({ ...server, file }))
      .sort((a, b) => byDeclaration(a.name, b.name)),
    listed: [...listed, ...(agents?.agentTools(own, listed) ?? [])].sort((a, b) =>
      byDeclaration(a.server, b.server),
    ),
  };
}
