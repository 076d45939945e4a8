/** What runs of an agent test take, and what they leave. */

import type { KnownTurns } from '../../drivers/once.js';
import type { Pace } from '../../drivers/pace.js';
import type { Redactor } from '../../redact/redactor.js';
import type { ScoredGroup, ScoreOptions } from '../../score/score-group.js';
import type { RunRecord } from '../../score/score-row.js';
import type { Cassette, RecordedRun } from '../../types/cassette.js';
import type { ToolDef } from '../../types/catalog.js';
import type { ConnectionInfo } from '../../types/connection.js';
import type { ModelSpec, Price } from '../../types/driver.js';
import type { EarlierAttempt } from '../../types/envelope.js';
import type { PlannedGroup, PlannedRun } from '../../types/plan.js';
import type { Reason } from '../../types/verdict.js';
import type { ParentsOf } from '../../util/trace-ids.js';
import type { StopSign } from '../case.js';
import type { TestJudging } from '../judging/test-judging.js';
import type { Servers } from '../servers.js';
import type { Budget } from './budget.js';
import type { Actor } from './own-agent-recording.js';
import type { SharedCatalog, SharedCatalogs } from './seen-tools.js';

/** What agent tests need beyond what every test does. */
export interface AgentSettings {
  env: Readonly<Record<string, string | undefined>>;
  /** What all who ask a model have in common. */
  paceOf(model: ModelSpec): Pace;
  score: ScoreOptions;
  /** Who serves a model; throws for a name that nobody knows. */
  modelOf(group: PlannedGroup, name: string): ModelSpec;
  /** The cassette to play. */
  replay(group: PlannedGroup): Cassette | undefined;
  /** Write down what is said. */
  record: boolean;
  /** What judges of runs said; none is asked the same twice. */
  judgeTurns: KnownTurns;
  /** Runs that an earlier run left, and what this one leaves if it is stopped. */
  kept?: KeptRuns;
}

/** A run that is over, as far as judging it needs. */
export interface KeptRun {
  record: RunRecord;
  infos: Record<string, ConnectionInfo>;
  /** Server name → its tools, distractors left out. */
  tools?: Record<string, ToolDef[]>;
  /** What failed before the attempt that counts. */
  earlier: EarlierAttempt[];
}

export interface KeptRuns {
  of(group: PlannedGroup, run: PlannedRun): Promise<KeptRun | undefined>;
  add(group: PlannedGroup, run: PlannedRun, kept: KeptRun): Promise<void>;
}

export interface GroupContext {
  agents: AgentSettings;
  servers: Servers;
  /** Of all agent tests of the suite. */
  catalogs: SharedCatalogs;
  redactor: Redactor;
  signal?: AbortSignal;
  /** What the command line says; it beats the test's own, and that of its suite. */
  timeout_ms?: number;
  retries?: number;
  budget?: Budget;
  /** Asks judges on behalf of a test; absent in a run that has none. */
  judging?(test: object, replayed: boolean): TestJudging;
  /** Where spans of the servers belong, in a run that writes spans. */
  parentsOf?: ParentsOf;
  /** Why nothing may be started, once setup is over. */
  ready(): Promise<Reason | undefined>;
  stop: StopSign;
  started(run: PlannedRun): void;
}

export interface GroupRecording {
  model: Actor;
  prices: Record<string, Price>;
  infos: Record<string, ConnectionInfo>;
  runs: ({ catalog: SharedCatalog } & Omit<RecordedRun, 'catalog'>)[];
}

export interface GroupOutcome extends ScoredGroup {
  planned: PlannedGroup;
  replayed: boolean;
  /** Absent when nothing was to be recorded, or it would not be whole. */
  recording?: GroupRecording;
  warnings: string[];
  infos: Record<string, ConnectionInfo>;
  /** Server name → its tools, distractors left out. */
  tools: Record<string, ToolDef[]>;
}
