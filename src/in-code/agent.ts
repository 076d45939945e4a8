/** `agent()`: an agent test written as an object. It is a suite of one test, and run as every suite is. */
import { datasetFigures } from '../metrics/dataset/targets.js';
import { problems } from '../report/problems.js';
import type { ServerSpec } from '../types/connection.js';
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { Verdict } from '../types/verdict.js';
import { McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject } from '../util/plain.js';
import { runInline } from '../verbs/run-inline.js';
import { problemText } from './failure.js';
import { type McpServer, specOf } from './server.js';

export interface AgentOptions {
  /** By name: what `server()` gave, or an entry as in `servers:` of a suite. Each run has a process of its own. */
  servers: Record<string, McpServer<never> | Record<string, unknown>>;
  prompt: string;
  /** The model that plays it, such as `lexical` or `claude-sonnet-4-5`. */
  model?: string;
  runs?: number;
  /** Entries as in `models:` of a suite. */
  models?: Record<string, unknown>;
  /** Where `.mcptest` lies, and what relative paths start from; the current folder unless told. */
  cwd?: string;
  signal?: AbortSignal;
  /** Every other key of an agent test: `max_turns`, `tool_selection`, `script`, `expect` and the rest. */
  [key: string]: unknown;
}

export interface AgentRun {
  readonly verdict: Verdict;
  /** Over all runs, as `tool_selection.f1`. */
  readonly figures: Readonly<Record<string, number>>;
  /** One for each run, with its trace. */
  readonly runs: readonly CaseResult[];
  readonly envelope: RunEnvelope;
}

const known = new WeakMap<object, string>();

/** What is not green about it, in words; undefined for what is no run of an agent. */
export function troubleOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? known.get(value) : undefined;
}

const NAME = 'the agent';

export async function runAgent(options: AgentOptions): Promise<AgentRun> {
  const { servers, models, cwd, signal, cases, ...test } = options;
  const suite = {
    servers: Object.fromEntries(Object.entries(servers).map(([name, one]) => [name, entryOf(one)])),
    models,
  };
  const agent = {
    ...plainTexts({ name: NAME, ...test }, cases === undefined ? ANY_REFERENCE : NO_CASE),
    ...(cases !== undefined && { cases: plainTexts(cases) }),
  };
  const text = JSON.stringify({ ...plainTexts(suite), agents: [agent] }, null, 2);
  const { envelope, closing } = await runInline({ suite: text, workspace: cwd ?? process.cwd(), signal });
  await closing;
  const figures: Record<string, number> = {};
  for (const group of envelope.groups ?? []) Object.assign(figures, group.figures);
  if (envelope.groups === undefined) for (const row of envelope.results) Object.assign(figures, row.figures);
  // Of one model and one test: each figure is there once.
  for (const dataset of envelope.datasets ?? []) Object.assign(figures, datasetFigures(dataset));
  const run: AgentRun = { verdict: envelope.verdict, figures, runs: envelope.results, envelope };
  known.set(run, problems(envelope).map(problemText).join('\n\n'));
  return run;
}

function entryOf(server: McpServer<never> | Record<string, unknown>): Record<string, unknown> {
  const spec = specOf(server);
  if (spec !== undefined) return declared(spec);
  if (isObject(server)) return server;
  throw new McptestError({
    code: 'bad-option',
    message: 'a server of agent() is what server() gave, or an entry as in `servers:`',
    hint: 'Write servers: { notes: { command: ["node", "server.js"] } }.',
  });
}

/** As a suite would declare it. */
function declared(spec: ServerSpec): Record<string, unknown> {
  const { command, start, url, env, pass_env, headers, auth, cwd, protocol, max_message_bytes } = spec;
  const common = { command, start, url, env, pass_env, headers, auth, protocol, max_message_bytes };
  return omitUndefined({
    ...common,
    cwd: (command ?? start) ? cwd : undefined,
    request_timeout: `${spec.request_timeout_ms}ms`,
    startup_timeout: `${spec.startup_timeout_ms}ms`,
  });
}

const ANY_REFERENCE = /\$\{/g;
/** A test with `cases` reads their columns. */
const NO_CASE = /\$\{(?!case\.)/g;

/** A text of code means itself: there are no variables in it. */
function plainTexts<T>(value: T, reference = ANY_REFERENCE): T {
  const plain = (inner: unknown): unknown => {
    if (typeof inner === 'string') return inner.replace(reference, () => '$${');
    if (Array.isArray(inner)) return inner.map(plain);
    if (!isObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, plain(one)]));
  };
  return plain(value) as T;
}
