/** What an agent (or a test) did: the calls in order, with whatever else is known of the run. */

export interface TraceCall {
  /** The bare tool name, or `server.tool`. */
  tool: string;
  server?: string;
  /** As it came, even when it is not an object. */
  args: unknown;
  result?: unknown;
  is_error?: boolean;
  duration_ms?: number;
  /** Which agent made the call, when several work together. */
  agent?: string;
}

/** One answer of the model. */
export interface TraceTurn {
  tokens?: number;
  /** Of these, what the model read and what it wrote, where that is known. */
  input?: number;
  output?: number;
  /** What the turn cost, where the price is known. */
  cost_usd?: number;
  /** How often the request to the provider was repeated. */
  retries?: number;
  /** What it thought, where the provider tells. */
  reasoning?: string;
  /** What it said beside its calls; the last word of the run is `final_response`. */
  text?: string;
  /** How many calls came before it. */
  call?: number;
}

/** The answer to one question of a rubric. */
export interface JudgementPart {
  /** Between 0 and 1. */
  score?: number;
  /** Of a tree. */
  answer?: 'yes' | 'no';
  reason?: string;
}

/** What a model, or a program, said when it was asked to judge. */
export interface Judgement {
  /** `task_completion`, `tool_use`, `argument_correctness`, `rubric`; `llm_judge` or `scorer` for a matcher. */
  metric: string;
  /** The model, or the scorer. */
  model: string;
  /** Names what was asked about which text, for a matcher. */
  of?: string;
  /** One answer for each question of the rubric, for a matcher. */
  parts?: JudgementPart[];
  /** Between 0 and 1; absent when there is none. */
  score?: number;
  reason?: string;
  /** Why there is no score. */
  problem?: string;
}

/** A tool of a server as an agent showed it to its model. */
export interface PresentedTool {
  /** `server.tool`. */
  tool: string;
  /** What the agent calls it; `namespace.name` where it has namespaces. */
  name: string;
  description?: string;
  inputSchema?: unknown;
  /** What differs from the server, in words. */
  changes?: string[];
}

/** The agent that somebody else wrote and we ran, and what it showed its model. */
export interface AgentView {
  program: string;
  version?: string;
  /** Absent where the model was not ours to look at. */
  tools?: PresentedTool[];
  /** `server.tool` of those that the model was not shown. */
  dropped?: string[];
}

export interface Trace {
  agent?: string;
  model?: string;
  servers?: string[];
  calls: TraceCall[];
  delegations?: { from: string; to: string }[];
  final_response?: string;
  prompt?: string;
  turns?: TraceTurn[];
  tokens?: { input?: number; output?: number; total?: number };
  cost_usd?: number;
  /** Server name → its tools, as the agent saw them. */
  catalog?: Record<string, import('./catalog.js').ToolDef[]>;
  /** In a run as it is written: which of `catalogs` it is, where several rows have the same. */
  shared_catalog?: number;
  /** Injected faults, by the index of the call that met them. */
  faults?: { call: number; kind: string }[];
  /** Ids of injected distractor tools. */
  distractors?: string[];
  /** Of an agent that was run by `agent: { cli }`. */
  view?: AgentView;
  /** What a judge said of the run. */
  judgements?: Judgement[];
}
