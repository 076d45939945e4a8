/** What a run is told beside its plan. */
import type { ConnectOptions } from '../client/connect.js';
import type { SnapshotBook } from '../match/snapshot-book.js';
import type { Redactor } from '../redact/redactor.js';
import type { CaseResult } from '../types/envelope.js';
import type { Progress } from '../types/events.js';
import type { PlannedCase } from '../types/plan.js';
import type { Suite } from '../types/suite.js';
import type { ParentsOf } from '../util/trace-ids.js';
import type { Budget } from './agent/budget.js';
import type { AgentSettings } from './agent/group-types.js';
import type { MeasureCatalog } from './catalog/catalog-check.js';
import type { JudgeDesk } from './judging/judge-desk.js';

export interface RunSettings {
  connect: ConnectOptions;
  redactor: Redactor;
  progress: Progress;
  /** A row as it may be shown. Of agent tests, which may be very many, nothing else is kept. */
  shown?: (result: CaseResult) => CaseResult;
  signal?: AbortSignal;
  /** At most this many lanes at a time. */
  concurrency?: number;
  retries?: number;
  timeout_ms?: number;
  /** How long a server behind a URL may take to come up. */
  wait_ms?: number;
  /** What servers log on stdout fails no `compliance:` test. */
  lenient_stdout?: boolean;
  /** Stop starting tests after the first that does not pass. */
  bail?: boolean;
  /** Turns the tools of a server into the figures of `tool_quality:` and `tdqs:`. */
  measure?: (suite: Suite, budget?: Budget) => MeasureCatalog;
  /** The command that does a test again after others; `all`: after every one that its servers answered before. */
  reproAfter?: (planned: PlannedCase, earlier: readonly PlannedCase[], all: boolean) => string;
  /** Where spans of the servers belong, in a run that writes spans. */
  parentsOf?: ParentsOf;
  /** Asks judges; needed as soon as a test has one. */
  judges?: JudgeDesk;
  /** What the whole run may cost, in US dollars. */
  max_cost?: number;
  /** Needed as soon as the plan has agent tests. */
  agents?: AgentSettings;
  /** The snapshots of each suite, loaded before the run; without them a snapshot cannot be compared. */
  snapshots?: ReadonlyMap<Suite, SnapshotBook>;
}
