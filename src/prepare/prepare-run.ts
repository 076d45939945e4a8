/**
 * Everything that a run needs before its first test: the plan, what agents and judges need, the snapshots to compare
 * with, and where the run comes from. Throws for whatever could stop it; starts no server and asks no model.
 */
import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { ulid } from 'ulid';
import { type GitSource, gitSource } from '../envelope/provenance.js';
import { isJudged } from '../match/llm-judge.js';
import type { SnapshotBook } from '../match/snapshot-book.js';
import type { JudgeDesk } from '../run/judging/judge-desk.js';
import type { Plan } from '../types/plan.js';
import type { Expectation, Suite } from '../types/suite.js';
import type { AgentPreparation, CassetteFlags } from './agent-settings.js';
import type { SideInput } from './base-side.js';
import { type PlanInput, type PlannedTests, planTests } from './plan-tests.js';
import type { RunKeeper } from './resume.js';
import { refuseUpdateInCi, type SnapshotFlags, snapshotBooks } from './snapshots.js';

export interface PrepareInput extends PlanInput, CassetteFlags, SnapshotFlags {
  /** What models and judges of the whole run may cost, in US dollars. */
  max_cost?: number;
  /** The id of the run; a new ULID unless given. */
  run_id?: string;
  signal?: AbortSignal;
}

export interface PreparedRun extends PlannedTests {
  run_id: string;
  started_at: string;
  /** When it began, by the clock that never jumps. */
  clock: number;
  /** Absent when the plan has no agent test. */
  agents?: AgentPreparation;
  /** Absent where no test has a judge. */
  judges?: JudgeDesk;
  books: Map<Suite, SnapshotBook>;
  /** The commit and branch; git runs beside the tests. */
  source: Promise<GitSource>;
  /** Keeps agent runs that are over; absent where none costs anything. */
  keeper?: RunKeeper;
  /** Whether nothing at all is asked: no server, no model, no other program. */
  replayed: boolean;
}

export async function prepareRun(input: PrepareInput & SideInput): Promise<PreparedRun> {
  const clock = performance.now();
  const started_at = new Date().toISOString();
  // Every request under way listens: Node would warn of a leak where many servers start at once.
  if (input.signal) setMaxListeners(0, input.signal);
  refuseUpdateInCi(input, input.env ?? process.env);
  const planned = await planTests(input);
  const agents = await prepareAgents(planned, input);
  await prepareJudges(planned.plan, input.max_cost);
  const judges = await openDesk(planned, input);
  const books = await snapshotBooks(planned.plan, input, planned.env);
  const replayed = isReplay(planned.plan, agents);
  return {
    ...planned,
    warnings: [...planned.warnings, ...(agents?.warnings ?? [])],
    run_id: input.run_id ?? ulid(),
    started_at,
    clock,
    agents,
    judges,
    books,
    // Starting git must not keep the servers waiting.
    source: setImmediate().then(() => gitSource(planned.workspace, !replayed)),
    replayed,
  };
}

/** Whether every test was asked for, so that what is missing is uncovered or obsolete. */
export function isComplete({ selective }: PlannedTests, input: PrepareInput): boolean {
  return !selective && !input.signal?.aborted;
}

/** Loaded only where there is an agent test. */
async function prepareAgents(
  { plan, redactor, env }: PlannedTests,
  flags: CassetteFlags & SideInput & { max_cost?: number },
): Promise<AgentPreparation | undefined> {
  if (plan.groups.length === 0) return undefined;
  const { agentSettings } = await import('./agent-settings.js');
  return agentSettings(plan, flags, redactor, env);
}

/** Loaded only where a test has a judge. */
async function openDesk(
  { plan, redactor, env }: PlannedTests,
  input: PrepareInput,
): Promise<JudgeDesk | undefined> {
  const isWanted = ({ assertions }: Expectation): boolean =>
    assertions.some(({ matcher }) => isJudged(matcher));
  const needsDesk =
    plan.cases.some(
      ({ test }) => test.kind === 'calibration' || test.steps.some(({ expect }) => isWanted(expect)),
    ) || plan.groups.some(({ agent }) => isWanted(agent.expect));
  if (!needsDesk) return undefined;
  const { prepareDesk } = await import('./judges.js');
  return (await prepareDesk(plan, input, redactor, env))?.desk;
}

/** Loaded only where a model judges definitions. */
async function prepareJudges({ cases }: Plan, max_cost?: number): Promise<void> {
  const judged = cases.filter(({ test }) => test.kind === 'tdqs');
  if (judged.length > 0) await (await import('../tdqs/open-judge.js')).checkJudges(judged, max_cost);
}

function isReplay(plan: Plan, agents: AgentPreparation | undefined): boolean {
  return agents !== undefined && !agents.live && plan.cases.every(({ test }) => test.skip !== undefined);
}
