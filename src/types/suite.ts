/**
 * A suite after validation, in its one spelling: every shorthand is spelled out, durations are
 * milliseconds, `${name}` and `${env:NAME}` are filled in. `${captured.x}` is left for the run.
 */
import type { AgentCli } from '../util/agent-names.js';
import type { CompatAsked } from './compat.js';
import type { ConformanceAsked } from './conformance.js';
import type { ServerSpec } from './connection.js';
import type { ModelEntry, Script } from './driver.js';
import type { FaultKind, FaultTurn } from './fault.js';
import type { CalibrationCall, ScorerSpec } from './judging.js';
import type { MetricBlock } from './metric.js';
import type { Probes } from './probes.js';
import type { RuleConfig, Severity } from './rule.js';

/** A place in a source file, 1-based. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

/** A matcher as `{ name: operand }`, hyphens already turned into underscores, scalars into `exact`. */
export type Matcher = Record<string, unknown>;

export interface Assertion {
  target: string;
  matcher: Matcher;
  message?: string;
  line?: number;
}

export interface Expectation {
  assertions: Assertion[];
  max_duration_ms?: number;
  max_response_tokens?: number;
  /** The step has `cancel_after`: without assertions the request must have been cancelled. */
  cancels?: boolean;
  /** A result with `isError: true` is not judged: the arguments were made up. */
  on_tool_error?: 'inconclusive';
  /** The method of a notification that must have come. */
  awaits?: string;
  /** The least severe level that was asked for: no line of the log may lie below it. */
  log_level?: LogLevel;
}

/** Least severe first. */
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** A call that is one request, as every server may know it. */
export type PlainCall =
  | { kind: 'tool'; server: string; tool: string; args: unknown }
  | { kind: 'resource'; server: string; uri: string }
  | { kind: 'prompt'; server: string; prompt: string; args: Record<string, unknown> };

/** One thing to ask of a server. */
export type Call = PlainCall | ProtocolCall;

/** The parts of the protocol beside tools, resources and prompts. */
export type ProtocolCall =
  | RequestCall
  | CompletionCall
  | TemplateCall
  | SubscriptionCall
  | TaskCall
  | AppCall
  | CapabilitiesCall;

/** Any method at all; `params` goes out as it is written, right or wrong. */
export interface RequestCall {
  kind: 'request';
  server: string;
  method: string;
  params?: unknown;
}

/** What could stand for an argument of a prompt, or for a variable of a resource template. */
export interface CompletionCall {
  kind: 'completion';
  server: string;
  /** `uri`: a resource template. */
  of: { prompt: string; uri?: undefined } | { uri: string; prompt?: undefined };
  argument: string;
  value: string;
  /** Arguments that are already filled in. */
  given?: Record<string, unknown>;
}

/** Reads the resource that a listed template becomes with these values. */
export interface TemplateCall {
  kind: 'template';
  server: string;
  template: string;
  args: Record<string, unknown>;
}

export type ListName = 'tools' | 'resources' | 'prompts';

/** Listens for updates while something happens. */
export interface SubscriptionCall {
  kind: 'subscription';
  server: string;
  resources: string[];
  lists: ListName[];
  /** What is asked once the subscription stands. */
  trigger?: PlainCall | RequestCall;
}

/** Calls a tool as a task, and follows the task to its end. */
export interface TaskCall {
  kind: 'task';
  server: string;
  tool: string;
  args: unknown;
  ttl_ms?: number;
  /** Cancel the task as soon as it has this status. */
  cancel_when?: 'working' | 'input_required';
}

/** The page that a tool names for its results, or a `ui://` address itself. */
export interface AppCall {
  kind: 'app';
  server: string;
  app: string;
}

/** What the server said of itself when the connection was made. */
export interface CapabilitiesCall {
  kind: 'capabilities';
  server: string;
}

/** Lists the tools of a server and measures their definitions. */
export interface CatalogCall {
  kind: 'catalog';
  server: string;
  measure: CatalogMeasure;
  /** Who judges, where the measure needs a judgement. */
  judge?: string;
  /** The mildest severity that fails, where the measure finds things; high when absent. */
  fail_on?: Severity;
  /** What `compat:` asks. */
  compat?: CompatAsked;
}

export type CatalogMeasure = 'tool_quality' | 'tdqs' | 'security' | 'compat';

/** One basic check of the protocol. */
export interface ComplianceCall {
  kind: 'compliance';
  server: string;
  check?: 'initialize' | 'tools/list' | 'resources/list' | 'prompts/list' | 'ping';
  /** The revision that the server must speak. */
  spec_version?: string;
  /** Without `check`, or beside it: checks of `mcptest conformance`. */
  conformance?: ConformanceAsked;
}

export interface Step {
  /** The step's own name when the test has `steps:`. */
  name?: string;
  call: Call | CatalogCall | ComplianceCall | CalibrationCall;
  expect: Expectation;
  /** Name → target; later steps and tests of this file read `${captured.name}`. */
  capture: Record<string, string>;
  timeout_ms?: number;
  /** Cancel the request when no answer came within this time. */
  cancel_after_ms?: number;
  /** How long to wait for the notification that `expect.awaits` names. */
  wait_ms?: number;
  /** What is asked of the tool once the call itself is judged. */
  probes?: Probes;
}

export type TestKind = Call['kind'] | 'compliance' | 'calibration' | CatalogMeasure;

/** One case of a test that has `cases:`. */
export interface CaseSpec {
  /** The name of the test as it is written. */
  of: string;
  name: string;
  /** Where the case stands. */
  file: string;
  line: number;
}

export interface TestSpec {
  name: string;
  case?: CaseSpec;
  /** Names of tests above that must have passed. */
  depends_on?: string[];
  kind: TestKind;
  /** The server of the first step. */
  server: string;
  place: Place;
  tags: string[];
  only: boolean;
  /** The reason, when the test is skipped. */
  skip?: string;
  timeout_ms?: number;
  retries?: number;
  /** How many times the whole test is done; every repetition must pass. */
  repeat: number;
  /** One step for a plain test, several with `steps:`. */
  steps: Step[];
}

/** Something that goes wrong on purpose between the agent and a server. */
export interface FaultSpec extends FaultTurn {
  server: string;
  /** Every tool of the server when absent. */
  tool?: string;
  kind: FaultKind;
  /** How long a slow answer takes. */
  ms?: number;
}

/** A metric block of an agent test. */
export interface MetricSpec {
  /** The block's key. */
  block: MetricBlock;
  /** The block as its metric takes it. */
  config: unknown;
  /** Its `expect:`, or the metric's default gates where there is none. */
  gates: Assertion[];
}

/** What a model is asked to judge of a run; thresholds lie between 0 and 1. */
export interface JudgedSpec {
  task_completion?: { threshold: number };
  tool_use?: { threshold: number };
  argument_correctness?: { threshold: number };
  rubric?: { text: string; threshold: number };
  model?: string;
}

/** What a case expects of the model: which tools, and with which arguments. */
export interface CaseExpectation {
  /** Each is any of some equal tools; empty where the request needs none. */
  tools: string[][];
  /** They must be reached in this order. */
  ordered: boolean;
  /** Beside each of `tools`, where something is asked of its arguments: field → matcher, or `ignore`. */
  args: (Record<string, Matcher | 'ignore'> | undefined)[];
}

/** An agent test, whichever way it is spelt, with everything that it inherits. */
/** `agent: { cli }`. */
export interface CliSpec {
  names: AgentCli[];
  /** Where the program is, from the folder of the suite; only with one name. */
  path?: string;
  network?: 'loopback';
}

export interface AgentSpec {
  name: string;
  /** The name under which it is recorded, where that is another one. */
  recorded_as?: string;
  case?: CaseSpec;
  /** The entry of `agents:` that it inherits from. */
  agent?: string;
  place: Place;
  tags: string[];
  only: boolean;
  /** The reason, when the test is skipped. */
  skip?: string;
  timeout_ms?: number;
  retries?: number;
  /** One for each column of a matrix; empty when the suite names none. */
  models: string[];
  /** Names of servers, all of the suite when it names none. */
  servers: string[];
  /** The only tools of theirs that the model is shown, `server.tool` or bare names. */
  offer_tools?: string[];
  /** Runs share a process of each server. */
  share_servers?: boolean;
  prompt?: string;
  system_prompt?: string;
  max_turns?: number;
  /** The client whose view of the tools the model has. */
  client?: string;
  /** Tools are found by a search. */
  tool_search?: ToolSearch;
  /** Unless false, the agent reads what its servers say of their use. */
  server_instructions?: boolean;
  temperature?: number;
  /** At all counts of `distractors.counts` together. */
  runs: number;
  /** Names of `Suite.delegates` that it may hand work to. */
  delegates: string[];
  /** Run i plays script i mod n. */
  scripts: Script[];
  /** An agent of the user's own: the argument vector that starts it. */
  command?: string[];
  /** Agents that somebody else wrote, each a column of its own. */
  cli?: CliSpec;
  /** Patterns of further files that a recording of it depends on; false: on none at all. */
  watch?: string[] | false;
  faults: FaultSpec[];
  metrics: MetricSpec[];
  /** What its case expects of the calls. */
  expected?: CaseExpectation;
  /** What is asked of all cases together; a row by itself is then only measured. */
  dataset_gates?: Assertion[];
  judged?: JudgedSpec;
  /** What must hold of each run by itself. */
  expect: Expectation;
}

export interface ToolSearch {
  kind?: 'bm25' | 'regex';
  k?: number;
}

/** A line of `setup:`, `teardown:`, `before_each:` or `after_each:`. */
export type Action =
  | { kind: 'call'; call: PlainCall | RequestCall; place: Place }
  | { kind: 'run'; argv: string[]; cwd: string; place: Place };

export interface RunOptions {
  /** The most tests of the suite at a time. */
  concurrency?: number;
  /** Suites with the same word are not run at the same time. */
  takes_turns?: string;
  retries?: number;
  timeout_ms?: number;
  /** Stop after the first test that does not pass. */
  bail?: boolean;
  /** When a rate over runs is too uncertain to be judged. */
  inconclusive?: { min_trials?: number; confidence_pct?: number };
}

export interface Suite {
  /** Absolute path; for inline text the path it would have. */
  file: string;
  /** As the user would type it from the current folder, forward slashes. */
  display_file: string;
  dir: string;
  servers: Record<string, ServerSpec>;
  tests: TestSpec[];
  /** Agent tests in file order; entries of `agents:` that others refer to are not among them. */
  agents: AgentSpec[];
  /** Entries of `agents:` that some agent may hand work to, by name. */
  delegates: Record<string, AgentSpec>;
  /** What does not stop a run and is worth a word. */
  remarks?: string[];
  models: Record<string, ModelEntry>;
  /** Programs that score. */
  scorers?: Record<string, ScorerSpec>;
  budget?: { per_test_usd?: number; per_suite_usd?: number };
  setup: Action[];
  teardown: Action[];
  /** Around each test, each attempt and each repetition of it. */
  before_each?: Action[];
  after_each?: Action[];
  run_options: RunOptions;
  coverage?: { tools?: number };
  /** Measured when it is there; `min` is in percent. */
  strength?: { min?: number };
  /** Severities and suppressions of lint and security rules. */
  rules?: RuleConfig;
  /** Files that its cases come from, absolute. */
  case_files?: string[];
  /** The `mcptest.config.yml` of the workspace, absolute. */
  config_file?: string;
  /** Servers that an imported file or the configuration lends → that file, as a user would type it. */
  lent_by?: Record<string, string>;
  /** Names of servers that come from the configuration. */
  shared_servers?: string[];
  /** Servers that a `matrix` calls one. */
  same_servers?: string[][];
  /** The folder of `${tmp}`, where the suite reads it. */
  tmp?: string;
}

/** One thing wrong with a suite. `path` is an RFC 6901 pointer, `hint` a did-you-mean or null. */
export interface SuiteProblem {
  path: string;
  message: string;
  hint: string | null;
  file: string;
  line: number;
  column: number;
}
