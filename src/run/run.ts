/**
 * Plan → results. Servers start at once and in parallel, tests follow in lanes, setup comes before and
 * teardown after them whatever happens. `closing` resolves when the last server has left, so that a
 * report can be out before that.
 */

import type { ListedTools } from '../score/coverage.js';
import type { CaseResult, Finding, RunError, ServerProvenance } from '../types/envelope.js';
import type { Plan, PlannedCase } from '../types/plan.js';
import type { GroupOutcome } from './agent/group-types.js';
import { pool } from './lanes.js';
import type { RunSettings } from './run-settings.js';
import { SuiteRun } from './suite-run.js';

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
  const byCase = new Map<PlannedCase, CaseResult>();
  const run: SuiteRun[] = [];
  const stop = { after: undefined as string | undefined };
  const rows = plan.groups.reduce((sum, { runs }) => sum + runs.length, 0);
  settings.progress({ type: 'plan', total: plan.cases.length + rows });
  const agents = plan.groups.length > 0 ? await import('./agent/agent-jobs.js') : undefined;
  const tell = (result: CaseResult): void => {
    if (settings.bail && (result.verdict === 'fail' || result.verdict === 'inconclusive'))
      stop.after ??= result.name;
    settings.progress({ type: 'case-end', result });
  };
  const report = (planned: PlannedCase, result: CaseResult): void => {
    byCase.set(planned, result);
    tell(result);
  };

  const limit = settings.concurrency ?? plan.suites[0]?.run_options.concurrency ?? DEFAULT_CONCURRENCY;
  const jobs: (() => Promise<void>)[] = [];
  for (const suite of plan.suites) {
    const cases = plan.cases.filter((planned) => planned.suite === suite);
    const groups = plan.groups.filter((planned) => planned.suite === suite);
    if (cases.length + groups.length === 0) continue;
    const one = new SuiteRun(suite, cases, settings, stop, report);
    if (agents && groups.length > 0) one.agents = agents.agentJobs(suite, groups, one.agentContext(), tell);
    run.push(one);
    jobs.push(...one.jobs());
  }
  await pool(jobs, limit);
  await Promise.all(run.map((one) => one.servers.settled()));

  const groups = plan.groups.flatMap((planned) =>
    run.flatMap((one) => one.agents?.outcomes.get(planned) ?? []),
  );
  // Suite by suite, so that the parts of a run, one after the other, are the run.
  const parts = run.map((one) => {
    const own = groups.filter(({ planned }) => planned.suite === one.suite);
    const servers = one.servers.provenance();
    const listed = one.listedInOrder();
    return {
      results: [
        ...one.cases.map((planned) => byCase.get(planned)!),
        ...own.flatMap(({ results }) => results),
      ],
      servers: [...servers, ...(agents?.agentServers(own, servers) ?? [])].map((server) => ({
        ...server,
        file: one.suite.display_file,
      })),
      listed: [...listed, ...(agents?.agentTools(own, listed) ?? [])],
    };
  });
  return {
    results: parts.flatMap(({ results }) => results),
    servers: parts.flatMap(({ servers }) => servers),
    listed: parts.flatMap(({ listed }) => listed),
    errors: run.flatMap((one) => one.errors),
    groups,
    refused: run.flatMap((one) => one.agents?.refused() ?? []),
    findings: () =>
      run.flatMap(({ suite, servers }) =>
        servers.findings().map((finding) => ({ ...finding, file: suite.display_file })),
      ),
    closing: Promise.all(run.map((one) => one.servers.closed())).then(() => undefined),
  };
}
