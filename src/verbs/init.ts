/**
 * `mcptest init`: connect, look at what the server offers, write a suite that passes. Only tools that read
 * are called, each twice to see what it answers and once as a test; a test that does not pass is left out.
 */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type ConnectOptions, connect } from '../client/connect.js';
import { type DeclaredServer, readClientConfigs } from '../client-config/client-configs.js';
import { type InitTarget, initTarget } from '../client-config/init-target.js';
import { type Drafts, draftTests, type Offer, suiteText, toLookAt } from '../generate/init-suite.js';
import { ObservedPlace } from '../generate/observed-expectation.js';
import { keyFrom } from '../generate/suite-head.js';
import { workflowText } from '../generate/workflow-text.js';
import { type InvocationRedactor, redactorOf } from '../redact/open-redactor.js';
import { secretsOfEnv } from '../redact/redactor.js';
import { runPlan } from '../run/run.js';
import { writeAtomic } from '../store/files.js';
import { invalidSuite } from '../suite/invalid-suite.js';
import { parseSuite } from '../suite/load.js';
import { makePlan } from '../suite/plan.js';
import { selfArgv } from '../target/self-argv.js';
import type { TargetInput } from '../target/target.js';
import type { Connection, ServerSpec } from '../types/connection.js';
import type { CaseResult } from '../types/envelope.js';
import type { Suite } from '../types/suite.js';
import type { Reason } from '../types/verdict.js';
import { EXIT, McptestError } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { VERSION } from '../util/version.js';
import { droppedTools, keepPassing } from './keep-passing.js';
import { observeServer } from './strength/observe-server.js';
import { observedStrength, strengthSentence, type WrittenSuite } from './strength/observed-strength.js';

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

/** The schema of a mcptest that the project has installed, seen from the suite: editors read it without a network. */
function installedSchema(folder: string): string | undefined {
  const inside = join('node_modules', 'mcptest', 'schema', 'v1.json');
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, inside)))
      return relative(folder, join(at, inside))
        .replaceAll(sep, '/')
        .replace(/^(?!\.)/, './');
    if (dirname(at) === at) return undefined;
  }
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

/** Where a suite is there already and only its workflow is missing, the workflow is written alone, and its file returned. */
export async function addWorkflow({
  cwd = process.cwd(),
  file,
  force,
  ci,
}: InitInput): Promise<string | undefined> {
  const isThere = suiteFiles(file).some((one) => existsSync(resolve(cwd, one)));
  const target = resolve(cwd, WORKFLOW_FILE);
  if (!ci || force || !isThere || existsSync(target)) return undefined;
  await writeAtomic(target, workflowText(await readdir(cwd)));
  return WORKFLOW_FILE;
}

function suiteFiles(file = 'mcptest.yml'): string[] {
  return file === 'mcptest.yml' ? [file, 'mcptest.yaml'] : [file];
}

export async function init(input: InitInput = {}): Promise<InitReport> {
  const cwd = resolve(input.cwd ?? process.cwd());
  const file = input.file ?? 'mcptest.yml';
  refuseToOverwrite(cwd, file, input);
  const target = initTarget(input, await declaredInProject(input));
  const work = initWork(target, { ...input, cwd, file });
  const { name, offer, seen, notes } = await lookAtServer(target, work);

  const made = draftTests(offer, seen);
  const kept = await keepPassing(made.drafts, async (tried) => {
    const results = await runSuite(await work.load(name, { drafts: tried, left: [] }), work);
    return new Set(results.filter(({ verdict }) => verdict === 'pass').map((result) => result.name));
  });
  const drafts = { drafts: kept, left: [...made.left, ...droppedTools(made.drafts, kept)] };
  const strength = await strengthOf(work.text(name, drafts), { seen, work, file, cwd });
  const text = work.text(name, drafts, `Measured: ${strength}.`);
  await writeAtomic(resolve(cwd, file), work.redactor.text(text));
  if (input.ci) await writeAtomic(resolve(cwd, WORKFLOW_FILE), workflowText(await readdir(cwd)));
  return {
    files: input.ci ? [file, WORKFLOW_FILE] : [file],
    server: name,
    tests: kept.length,
    left: drafts.left,
    notes: [...target.notes, ...notes, strength],
  };
}

async function strengthOf(
  text: string,
  { seen, work, file, cwd }: { seen: ObservedPlace; work: InitWork; file: string; cwd: string },
): Promise<string> {
  const { redactor, connect: options } = work;
  const answersTo: WrittenSuite['answersTo'] = (call) => seen.observations.of(call);
  const { strength } = await observedStrength({ text, file, cwd, env: options.env, redactor, answersTo });
  return strengthSentence(strength);
}

/** What every step of `init` uses. */
interface InitWork {
  input: InitInput;
  connect: ConnectOptions;
  redactor: InvocationRedactor;
  /** The suite with these tests. */
  text(name: string, drafts: Drafts, remark?: string): string;
  /** Where it will stand. */
  folder: string;
  /** The same, read back as `run` would read it. */
  load(name: string, drafts: Drafts): Promise<Suite>;
}

function initWork(target: InitTarget, input: InitInput & { cwd: string; file: string }): InitWork {
  const { cwd, file, protocol, signal } = input;
  const env = { ...(input.env ?? process.env), ...target.env };
  const redactor = redactorOf(input);
  redactor.declare(secretsOfEnv(target.env));
  const entry = omitUndefined({ ...target.entry, protocol: protocol ?? target.entry.protocol });
  const text: InitWork['text'] = (name, drafts, remark) =>
    suiteText({ name, entry }, drafts, { remark, schema: installedSchema(dirname(resolve(cwd, file))) });
  return {
    input,
    connect: {
      env,
      self: selfArgv(),
      signal,
      version: VERSION,
      onSecret: redactor.add,
      redact: redactor.text,
    },
    redactor,
    folder: dirname(resolve(cwd, file)),
    text,
    async load(name, drafts) {
      const options = { file, cwd, workspace: cwd, env, redactor };
      const { suites, problems } = await parseSuite(text(name, drafts), options);
      const [suite] = suites;
      if (suite === undefined) throw invalidSuite(problems);
      return suite;
    },
  };
}

interface SeenServer {
  name: string;
  offer: Offer;
  seen: ObservedPlace;
  notes: string[];
}

async function lookAtServer(target: InitTarget, work: InitWork): Promise<SeenServer> {
  const { servers } = await work.load('server', draftTests({ tools: [], resources: [], prompts: [] }));
  const found = await connect(servers.server as ServerSpec, work.connect);
  if (!found.ok) throw unreachable(found.failure, work);
  const { connection } = found;
  const { redactor, folder } = work;
  try {
    const offer = await offerOf(connection);
    const { signal } = work.input;
    const { observations, notes } = await observeServer(toLookAt(offer), { connection, redactor, signal });
    const seen = new ObservedPlace(observations, folder);
    return { name: serverName(target, connection), offer, seen, notes };
  } finally {
    await connection.close();
  }
}

function unreachable(failure: Reason & { code: string }, { input, redactor }: InitWork): McptestError {
  const same = input.url === undefined ? ' -- <the same command>' : ` --url ${input.url}`;
  return new McptestError({
    code: failure.code,
    message: redactor.text(fullMessage(failure)),
    hint: `Find out why with: mcptest doctor${same}`,
    exitCode: EXIT.inconclusive,
  });
}

function refuseToOverwrite(cwd: string, file: string, { force, ci }: InitInput): void {
  const written = suiteFiles(file);
  if (ci) written.push(WORKFLOW_FILE);
  const taken = written.find((one) => existsSync(resolve(cwd, one)));
  if (taken === undefined || force) return;
  throw new McptestError({
    code: 'file-exists',
    message: `${taken} is there already`,
    hint: 'Write to another file with --output, or overwrite it with --force.',
  });
}

function serverName({ name, entry }: InitTarget, { info }: Connection): string {
  const command = Array.isArray(entry.command) ? basename(String(entry.command[0])) : '';
  return keyFrom([name, info.server_info?.name, command]);
}

async function offerOf(connection: Connection): Promise<Offer> {
  const { capabilities } = connection.info;
  const list = async (key: 'tools' | 'resources' | 'prompts') =>
    capabilities[key] === undefined ? [] : (await connection.list(`${key}/list`)).items;
  const templates =
    capabilities.resources === undefined ? [] : (await connection.list('resources/templates/list')).items;
  return {
    tools: await list('tools'),
    resources: await list('resources'),
    prompts: await list('prompts'),
    templates,
    capabilities,
  };
}

async function runSuite(suite: Suite, { connect: options, redactor }: InitWork): Promise<CaseResult[]> {
  const outcome = await runPlan(await makePlan([suite], {}), {
    connect: options,
    redactor,
    progress: () => {},
    signal: options.signal,
    timeout_ms: SLOW_MS,
  });
  await outcome.closing;
  return outcome.results;
}
