/**
 * `mcptest init`: connect, look at what the server offers, write a suite that passes. Only tools that read
 * are called, each once to see what it answers and once as a test; a test that does not pass is left out.
 */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type ConnectOptions, connect } from '../client/connect.js';
import { type DeclaredServer, readClientConfigs } from '../client-config/client-configs.js';
import { type InitTarget, initTarget } from '../client-config/init-target.js';
import {
  type Draft,
  type Drafts,
  draftTests,
  NO_SUCH_TOOL,
  type Offer,
  suiteText,
} from '../generate/init-suite.js';
import { WORKFLOW } from '../generate/workflow-text.js';
import { SnapshotBook } from '../match/snapshot-book.js';
import { createRedactor, type Secret, secretsOfEnv } from '../redact/redactor.js';
import { runPlan } from '../run/run.js';
import { writeAtomic } from '../store/files.js';
import { invalidSuite } from '../suite/invalid-suite.js';
import { parseSuite } from '../suite/load.js';
import { makePlan } from '../suite/plan.js';
import { selfArgv } from '../target/self-argv.js';
import type { TargetInput } from '../target/target.js';
import type { Connection } from '../types/connection.js';
import type { CaseResult } from '../types/envelope.js';
import type { Suite } from '../types/suite.js';
import { EXIT, McptestError } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';
import { VERSION } from '../util/version.js';

export type { DeclaredServer };

export interface InitInput extends TargetInput {
  /** The suite to write; `mcptest.yml` unless told. */
  file?: string;
  force?: boolean;
  /** Write a GitHub workflow too. */
  ci?: boolean;
  home?: string;
}

export interface InitReport {
  /** The files that were written, as the user would type them. */
  files: string[];
  server: string;
  tests: number;
  left: Drafts['left'];
  notes: string[];
}

/** A tool that takes longer makes no good first test. */
const SLOW_MS = 5000;
const WORKFLOW_FILE = join('.github', 'workflows', 'mcptest.yml');

/** The servers that the project declares for other programs; `init` asks which one is meant. */
export async function declaredInProject(input: InitInput = {}): Promise<DeclaredServer[]> {
  const project = resolve(input.cwd ?? process.cwd());
  const { servers } = await readClientConfigs({ project, home: input.home ?? homedir(), env: input.env });
  return servers.filter(({ scope, disabled }) => scope === 'project' && !disabled);
}

export async function init(input: InitInput = {}): Promise<InitReport> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const file = input.file ?? 'mcptest.yml';
  refuseToOverwrite(cwd, file, input);
  const target = initTarget(input, await declaredInProject(input));
  const env = { ...(input.env ?? process.env), ...target.env };
  const options: ConnectOptions = { env, self: selfArgv(), signal: input.signal, version: VERSION };

  const load = async (text: string): Promise<{ suite: Suite; secrets: Secret[] }> => {
    const { suites, problems, secrets } = await parseSuite(text, { file, cwd, workspace: cwd, env });
    if (problems.length > 0) throw invalidSuite(problems);
    return { suite: suites[0]!, secrets };
  };
  const entry = { ...target.entry, ...(input.protocol && { protocol: input.protocol }) };
  const probe = await load(
    suiteText({ name: 'server', entry }, draftTests({ tools: [], resources: [], prompts: [] })),
  );
  const redactor = createRedactor([...probe.secrets, ...secretsOfEnv(env)]);
  const got = await connect(probe.suite.servers.server!, options);
  if (!got.ok) {
    const shown = input.url === undefined ? '' : ` --url ${input.url}`;
    throw new McptestError({
      code: got.failure.code,
      message: redactor.text(fullMessage(got.failure)),
      hint: `Find out why with: mcptest doctor${shown || ' -- <the same command>'}`,
      exitCode: EXIT.inconclusive,
    });
  }
  const { connection } = got;
  const name = serverName(target, connection);
  const offer = await offerOf(connection).finally(() => connection.close());
  const made = draftTests(offer);

  const passing = async (drafts: Draft[]): Promise<Set<string>> => {
    const { suite } = await load(suiteText({ name, entry }, { drafts, left: [] }));
    const results = await runSuite(suite, options, redactor);
    return new Set(results.filter(({ verdict }) => verdict === 'pass').map((result) => result.name));
  };
  const kept = await keepPassing(made.drafts, passing);
  const drafts = { drafts: kept, left: [...made.left, ...dropped(made.drafts, kept)] };
  await writeAtomic(resolve(cwd, file), redactor.text(suiteText({ name, entry }, drafts)));
  if (input.ci) await writeAtomic(resolve(cwd, WORKFLOW_FILE), WORKFLOW);
  return {
    files: [file, ...(input.ci ? [WORKFLOW_FILE] : [])],
    server: name,
    tests: kept.length,
    left: drafts.left,
    notes: target.notes,
  };
}

function refuseToOverwrite(cwd: string, file: string, { force, ci }: InitInput): void {
  const others = file === 'mcptest.yml' ? ['mcptest.yaml'] : [];
  const taken = [file, ...others, ...(ci ? [WORKFLOW_FILE] : [])].find((one) =>
    existsSync(resolve(cwd, one)),
  );
  if (taken === undefined || force) return;
  throw new McptestError({
    code: 'file-exists',
    message: `${taken} is there already`,
    hint: 'Write to another file with --output, or overwrite it with --force.',
  });
}

function serverName({ name, entry }: InitTarget, { info }: Connection): string {
  const words = [
    name,
    info.server_info?.name,
    Array.isArray(entry.command) ? basename(String(entry.command[0])) : '',
  ];
  const word = words
    .map((one) => (typeof one === 'string' ? one.split('/').at(-1)! : ''))
    .find((one) => one !== '');
  const slug = (word ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return /^[a-z]/.test(slug) ? slug : 'server';
}

async function offerOf(connection: Connection): Promise<Offer> {
  const { capabilities } = connection.info;
  const list = async (key: 'tools' | 'resources' | 'prompts') =>
    capabilities[key] === undefined ? [] : (await connection.list(`${key}/list`)).items;
  return { tools: await list('tools'), resources: await list('resources'), prompts: await list('prompts') };
}

/** Two rounds: what fails the first is tried with what it may say instead. */
async function keepPassing(
  drafts: Draft[],
  passing: (drafts: Draft[]) => Promise<Set<string>>,
): Promise<Draft[]> {
  const first = await passing(drafts);
  const second = drafts.flatMap((draft) =>
    first.has(draft.test.name) || !draft.otherwise ? [] : [{ draft, other: otherwise(draft) }],
  );
  const tried = second.map(({ draft, other }) => withProviso(other, draft.provided));
  const again = tried.length === 0 ? new Set<string>() : await passing(tried);
  return drafts.flatMap((draft) => {
    if (first.has(draft.test.name)) return [draft];
    const other = second.find((one) => one.draft === draft)?.other;
    return other && again.has(other.test.name) ? [other] : [];
  });
}

function withProviso(draft: Draft, provided: Draft['provided']): Draft {
  if (!provided) return draft;
  return { ...draft, test: { ...draft.test, expect: [...(draft.test.expect as object[]), provided] } };
}

function otherwise(draft: Draft): Draft {
  return { kind: draft.kind, test: { ...draft.test, ...draft.otherwise } as Draft['test'] };
}

function dropped(all: Draft[], kept: Draft[]): Drafts['left'] {
  const tools = new Set(kept.map(({ test }) => test.tool));
  return all
    .filter(({ kind, test }) => kind === 'tools' && test.tool !== NO_SUCH_TOOL && !tools.has(test.tool))
    .map(({ test }) => ({
      tool: String(test.tool),
      why: `its answer to ${test.args === undefined ? 'a call without' : 'made-up'} arguments makes no test`,
    }));
}

async function runSuite(
  suite: Suite,
  connectOptions: ConnectOptions,
  redactor: ReturnType<typeof createRedactor>,
): Promise<CaseResult[]> {
  const outcome = await runPlan(await makePlan([suite], {}), {
    connect: connectOptions,
    redactor,
    progress: () => {},
    signal: connectOptions.signal,
    timeout_ms: SLOW_MS,
    snapshots: () => SnapshotBook.load(undefined, { file: '', mode: 'frozen' }),
  });
  await outcome.closing;
  return outcome.results;
}
