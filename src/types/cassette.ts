/**
 * A cassette: everything that models and servers said in the runs of one agent test, so that the test can
 * be judged again without them. It holds no times (but where a test is judged by them) and no secrets.
 */
import type { ToolDef } from './catalog.js';
import type { ConnectionInfo, Reply, RpcError } from './connection.js';
import type { Finish, Price, ToolSearched, TurnCall, Usage } from './driver.js';
import type { Trace } from './trace.js';
import type { Check } from './verdict.js';

/** What was asked. Where any of it differs now, the recording answers another question. */
export interface CassetteSubject {
  prompt: string;
  system_prompt?: string;
  client?: string;
  tool_search?: unknown;
  offer_tools?: string[];
  /** Only where they were left out. */
  server_instructions?: false;
  temperature?: number;
  max_turns?: number;
  /** The command of an agent of the user's own. */
  agent?: string[];
  /** `network` of an agent that somebody else wrote. */
  network?: string;
  /** Server name → how it is reached; the suite's own folder reads `${CONFIG_DIR}`. */
  servers: Record<string, { command?: string[]; url?: string; start?: string[] }>;
  distractors?: unknown;
  faults?: unknown;
  /** Entry name → its own part of the question. */
  delegates?: Record<string, unknown>;
  /** Only where the model is `scripted`. */
  scripts?: unknown;
  /** What a judge was asked; thresholds are not part of it. */
  judged?: unknown;
}

export interface RecordedTurn {
  text?: string;
  calls: TurnCall[];
  usage?: Usage;
  finish: Finish;
  retries?: number;
  searches?: ToolSearched[];
  warnings?: string[];
}

export interface RecordedReply {
  kind: Reply['kind'];
  result?: unknown;
  error?: RpcError;
  message?: string;
  /** Only for a test that is judged by it. */
  duration_ms?: number;
  /** How many bytes the answer had, where only its beginning was kept. */
  cut?: number;
}

/** What a server said before it answered: a notification, or a request with the answer that it got. */
export interface RecordedSaying {
  method: string;
  params?: unknown;
  reply?: Omit<RecordedReply, 'duration_ms'>;
}

/** A request to a server, and what came back. */
export interface RecordedExchange {
  server: string;
  method: string;
  params?: Record<string, unknown>;
  reply: RecordedReply;
  /** Only in recordings of `mcptest proxy`. */
  said?: RecordedSaying[];
}

export type RecordedEvent =
  /** `by`: a worker or the judge; absent for the agent itself. */
  { by?: string; turn: RecordedTurn } | RecordedExchange;

/** A run that did not end by itself. */
export interface RecordedEnd {
  kind: 'deadline';
  message: string;
}

/** What an agent of the user's own did, as the trace has it. */
export interface RecordedActions
  extends Pick<Trace, 'calls' | 'faults' | 'turns' | 'tokens' | 'cost_usd' | 'view' | 'catalog'> {
  /** What it said at last. */
  text: string;
  /** How it ended, where that was not well. */
  check?: Check;
  notes?: string[];
}

export interface RecordedRun {
  /** Index into `catalogs`. */
  catalog: number;
  events: RecordedEvent[];
  /** Of an agent of the user's own; then the events are those of its judge. */
  deeds?: RecordedActions;
  ended?: RecordedEnd;
  /** Only for a test that is judged by it. */
  duration_ms?: number;
}

export interface RecordedModel {
  provider: string;
  /** As the provider knows it. */
  model: string;
  /** In order, from run 1. */
  runs: RecordedRun[];
}

export interface Cassette {
  version: 1;
  /** The file name of the suite. */
  suite: string;
  test: string;
  subject: CassetteSubject;
  /** What servers said of themselves, with the instructions that the model read. */
  servers: Record<string, Omit<ConnectionInfo, 'capabilities'>>;
  /** Fingerprints of local files that server commands name; a change is worth a remark. */
  files?: Record<string, string>;
  /** Every catalogue that some run saw, distractors left out: server name → tools. */
  catalogs: { hash: string; tools: Record<string, ToolDef[]> }[];
  models: Record<string, RecordedModel>;
  /** Model name → its price when it was recorded, workers and judges too. */
  prices?: Record<string, Price>;
}
