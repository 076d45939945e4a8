/** The agent tests of one suite as jobs, with the budget that they share; and what they add to the record of the run. */

import type { ListedTools } from '../../score/coverage.js';
import type { CaseResult, ServerProvenance } from '../../types/envelope.js';
import type { PlannedGroup } from '../../types/plan.js';
import type { Suite } from '../../types/suite.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { tight } from '../../util/plain.js';
import type { Budgets } from '../budgets.js';
import { stopAfter } from '../case.js';
import { GroupRun, isLive } from './agent-group.js';
import type { GroupContext, GroupOutcome } from './group-types.js';
import { SharedCatalogs } from './seen-tools.js';

export interface AgentJobs {
  jobs: Iterable<() => Promise<void>>;
  /** How many they are. */
  count: number;
  /** Whether anybody is asked; a suite that is only replayed needs no setup. */
  live: boolean;
  /** What came of the tests so far, in the order of the plan. */
  outcomes(): GroupOutcome[];
}

export function agentJobs(
  suite: Suite,
  groups: readonly PlannedGroup[],
  context: Omit<GroupContext, 'budget' | 'catalogs'> & { budgets?: Budgets },
  /** Tells of a row, and returns it as it is kept. */
  report: (result: CaseResult) => CaseResult,
): AgentJobs {
  const outcomes: (GroupOutcome | undefined)[] = Array(groups.length);
  const catalogs = new SharedCatalogs(context.redactor);
  const openRun = (planned: PlannedGroup) =>
    new GroupRun(planned, { ...context, catalogs, budget: context.budgets?.of(suite, planned.agent) });
  const sharedInfos = lastAlike<GroupOutcome['infos']>();
  const shared = lastAlike<OutcomeRest>();
  const keep = (at: number, { planned, results, ...outcome }: GroupOutcome) => {
    const warnings = outcome.warnings.length === 0 ? NONE : outcome.warnings;
    const rest = shared({ ...outcome, warnings, infos: sharedInfos(outcome.infos) });
    outcomes[at] = new KeptOutcome(planned, tight(results.map(report)), rest);
    if (outcome.group !== undefined) stopAfter(context.stop, outcome.group);
  };
  return {
    // Made when their turn comes.
    jobs: {
      *[Symbol.iterator]() {
        for (const [at, planned] of groups.entries())
          yield* jobsOf(planned, openRun, (outcome) => keep(at, outcome));
      },
    },
    count: groups.reduce((sum, { agent, runs }) => sum + (agent.skip === undefined ? runs.length : 1), 0),
    live: groups.some((planned) => isLive(planned, context)),
    outcomes: () => outcomes.filter((one) => one !== undefined),
  };
}

type OutcomeRest = Omit<GroupOutcome, 'planned' | 'results'>;

/** What came of a test; what thousands of tests have in common is there once. */
class KeptOutcome implements GroupOutcome {
  constructor(
    readonly planned: PlannedGroup,
    readonly results: CaseResult[],
    private readonly rest: OutcomeRest,
  ) {}

  get group() {
    return this.rest.group;
  }

  get floor() {
    return this.rest.floor;
  }

  get replayed() {
    return this.rest.replayed;
  }

  get recording() {
    return this.rest.recording;
  }

  get warnings() {
    return this.rest.warnings;
  }

  get infos() {
    return this.rest.infos;
  }

  get tools() {
    return this.rest.tools;
  }
}

/** Of thousands of tests that have no warning. */
const NONE: string[] = [];

/** The one before, where it holds the very same things. */
function lastAlike<T extends object>(): (next: T) => T {
  let last: T | undefined;
  return (next) => {
    const values = Object.entries(next);
    const isAlike =
      last !== undefined &&
      Object.keys(last).length === values.length &&
      values.every(([key, value]) => last?.[key as keyof T] === value);
    if (!isAlike) last = next;
    return last as T;
  };
}

/** What a test needs while it runs is made when its first run begins, and let go with the last: there may be thousands. */
function* jobsOf(
  planned: PlannedGroup,
  openRun: (planned: PlannedGroup) => GroupRun,
  keep: (outcome: GroupOutcome) => void,
): Generator<() => Promise<void>> {
  if (planned.agent.skip !== undefined) return yield async () => keep(openRun(planned).skipped());
  let open: GroupRun | undefined;
  for (const run of planned.runs)
    yield async () => {
      open ??= openRun(planned);
      const outcome = await open.run(run);
      if (outcome === undefined) return;
      open = undefined;
      keep(outcome);
    };
}

/** Servers that only recordings speak of, and those that only agents talked to. */
export function agentServers(
  outcomes: readonly GroupOutcome[],
  known: ServerProvenance[],
): ServerProvenance[] {
  const rows = new Map<string, ServerProvenance>();
  for (const { infos } of outcomes) {
    for (const [name, { transport, auth, protocol_version, era, server_info }] of Object.entries(infos)) {
      if (known.some((row) => row.name === name)) continue;
      rows.set(name, omitUndefined({ name, transport, auth, protocol_version, era, server_info }));
    }
  }
  return [...rows.values()];
}

/** What agents saw of servers that nobody listed for coverage. */
export function agentTools(outcomes: readonly GroupOutcome[], known: ListedTools[]): ListedTools[] {
  const rows = new Map<string, ListedTools>();
  for (const { planned, tools } of outcomes) {
    const file = planned.suite.display_file;
    for (const [server, defs] of Object.entries(tools)) {
      const key = `${file}\0${server}`;
      // Most tests are shown the very same list.
      if (rows.get(key)?.tools === defs) continue;
      if (known.some((row) => row.file === file && row.server === server)) continue;
      rows.set(key, { file, server, names: defs.map(({ name }) => name), tools: defs });
    }
  }
  return [...rows.values()];
}
