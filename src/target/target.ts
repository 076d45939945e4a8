/** A live target, given the same way everywhere: a server of the suite, a command, or a URL. */

import { resolve } from 'node:path';
import { type ConnectOptions, connect } from '../client/connect.js';
import { type InvocationRedactor, type RedactorInput, redactorOf } from '../redact/open-redactor.js';
import { type Redactor, secretsOfEnv } from '../redact/redactor.js';
import { secretsOfArgv, secretsOfHeaders, secretsOfUrl } from '../redact/target-secrets.js';
import { workspaceAt } from '../store/workspace.js';
import { invalidSuite } from '../suite/invalid-suite.js';
import {
  configOf,
  isMissingEnv,
  type LoadOptions,
  type LoadResult,
  loadSuites,
  parseSuite,
} from '../suite/load.js';
import { startsSlowly } from '../suite/starts-slowly.js';
import type { Connection, ServerSpec } from '../types/connection.js';
import { didYouMean } from '../util/did-you-mean.js';
import { EXIT, McptestError } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';
import { isHttp } from '../util/host-kind.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { VERSION } from '../util/version.js';
import { selfArgv } from './self-argv.js';
import { splitCommand } from './split-command.js';

export interface TargetInput extends RedactorInput {
  /** A server that the suite declares; may be left out when it declares one. */
  server?: string;
  /** An argument vector, or one shell-quoted string. */
  command?: string[] | string;
  url?: string;
  bearer_token_env?: string;
  headers?: Record<string, string>;
  protocol?: string;
  /** The suite that declares the servers. */
  config?: string;
  cwd?: string;
  workspace?: string;
  /** Variables of ours that a command's process may read. */
  pass_env?: string[];
  /** Extra environment of a command's process. */
  child_env?: Record<string, string>;
  /** The largest message that is read. */
  max_message_bytes?: number;
  /** How long one request may take. */
  request_timeout_ms?: number;
  /** Where requests to a URL may lead; anywhere unless told. */
  reach?: 'wired';
  signal?: AbortSignal;
}

export interface Target {
  connection: Connection;
  spec: ServerSpec;
  redactor: Redactor;
}

/** Connect, or throw what went wrong with exit code 3. The caller closes the connection. */
export async function openTarget(input: TargetInput): Promise<Target> {
  const env = input.env ?? process.env;
  const redactor = redactorOf(input);
  const spec = await targetSpec(input, redactor);
  if (input.url !== undefined && !isHttp(input.url)) {
    throw new McptestError({
      code: 'bad-url',
      message: `${JSON.stringify(input.url)} is not an http or https URL`,
      hint: 'Write it as https://host/path.',
    });
  }
  const options: ConnectOptions = {
    env,
    self: selfArgv(),
    signal: input.signal,
    version: VERSION,
    reach: input.reach,
    onSecret: redactor.add,
    redact: redactor.text,
  };
  const outcome = await connect(spec, options);
  if (outcome.ok) return { connection: outcome.connection, spec, redactor };
  throw new McptestError({
    code: outcome.failure.code,
    message: redactor.text(fullMessage(outcome.failure)),
    exitCode: input.signal?.aborted ? EXIT.interrupted : EXIT.inconclusive,
  });
}

/** The entry of the target as a suite would hold it. The redactor is told the secrets in it. */
export async function targetSpec(input: TargetInput, redactor: InvocationRedactor): Promise<ServerSpec> {
  const env = input.env ?? process.env;
  const cwd = resolve(input.cwd ?? process.cwd());
  if ([input.server, input.command, input.url].filter((choice) => choice !== undefined).length > 1) {
    throw new McptestError({
      code: 'two-targets',
      message: 'more than one target was given',
      hint: 'Give one of: a server name of the suite, --command or -- argv, or --url.',
    });
  }
  const passed = (input.pass_env ?? []).map((name) => ({ name, value: requireVariable(name, env) }));
  const ofChild = secretsOfEnv(input.child_env ?? {});
  if (input.command !== undefined || input.url !== undefined) {
    const command = typeof input.command === 'string' ? splitCommand(input.command) : input.command;
    if (command?.length === 0) throw emptyCommand();
    const token = input.bearer_token_env;
    const secrets = secretsOfHeaders(input.headers ?? {});
    if (token !== undefined && env[token]) secrets.push({ name: token, value: env[token] });
    redactor.declare([...secrets, ...passed, ...ofChild]);
    // Not declared: a word that a shell filled in from a variable keeps the name of the variable.
    const inWords = [...secretsOfArgv(command ?? []), ...secretsOfUrl(input.url ?? '', 'URL')];
    for (const secret of inWords) redactor.add(secret);
    return adHocSpec(input, command, cwd);
  }
  const spec = await declaredSpec(input, { cwd, env, redactor });
  redactor.declare([...passed, ...ofChild]);
  return spec;
}

/** A variable that is asked for and not there is a slip of the hand, and the server would only say so later. */
export function requireVariable(name: string, env: NodeJS.ProcessEnv, flag = '--pass-env'): string {
  const value = env[name];
  if (value !== undefined) return value;
  throw new McptestError({
    code: 'variable-missing',
    message: `${flag} ${name}: the environment variable is not set`,
    hint: 'Set it, or read it from a file with --env-file.',
  });
}

function emptyCommand(): McptestError {
  return new McptestError({
    code: 'bad-command',
    message: 'there is no command after `--`',
    hint: 'Write the words that start the server: -- node server.js.',
  });
}

function adHocSpec(input: TargetInput, command: string[] | undefined, cwd: string): ServerSpec {
  const { url, headers, bearer_token_env, max_message_bytes } = input;
  return omitUndefined<ServerSpec>({
    name: 'target',
    command,
    env: command && input.child_env,
    pass_env: command && input.pass_env,
    url,
    headers,
    auth: bearer_token_env ? { bearer_token_env } : undefined,
    cwd,
    protocol: input.protocol ?? 'auto',
    startup_timeout_ms: startupTimeout(input, command),
    request_timeout_ms: input.request_timeout_ms ?? 30_000,
    shutdown_grace_ms: 100,
    isolate: 'suite',
    max_message_bytes,
  });
}

/** Nothing is started behind a URL, so that its handshake is a request like any other. */
function startupTimeout({ url, request_timeout_ms }: TargetInput, command: string[] | undefined): number {
  if (url !== undefined && request_timeout_ms !== undefined) return request_timeout_ms;
  return startsSlowly(command) ? 120_000 : 30_000;
}

/** In a folder of a workspace without a suite there are the servers that all suites share. */
async function loadDeclared(
  config: string | undefined,
  options: LoadOptions,
): Promise<Pick<LoadResult, 'suites' | 'problems'>> {
  const shared = configOf(options.workspace);
  if (config !== undefined || shared === undefined) return loadSuites(config ? [config] : [], options);
  try {
    return await loadSuites([], options);
  } catch (error) {
    if (!(error instanceof McptestError) || error.code !== 'no-suite') throw error;
    return parseSuite('servers: {}', { ...options, file: shared });
  }
}

/** All servers of the suite by name, later files winning. Throws what is wrong with the suite. */
export async function suiteServers(
  { config, own = false }: Pick<TargetInput, 'config'> & { own?: boolean },
  options: LoadOptions,
): Promise<Record<string, ServerSpec>> {
  const { suites, problems } = own
    ? await loadSuites(config ? [config] : [], options)
    : await loadDeclared(config, options);
  if (problems.length > 0) throw invalidSuite(problems);
  if (own)
    for (const { servers, shared_servers = [] } of suites)
      for (const name of shared_servers) delete servers[name];
  return Object.assign(Object.create(null), ...suites.map(({ servers }) => servers));
}

async function declaredSpec(
  input: TargetInput,
  { cwd, ...options }: Omit<LoadOptions, 'workspace'>,
): Promise<ServerSpec> {
  const workspace = workspaceAt(cwd, input.workspace);
  const servers = await serversFor(input, { cwd, workspace, ...options });
  return changedSpec(chooseServer(servers, input.server), input);
}

/** Where only variables of the environment are missing, and none of them is the server's, the rest does not matter. */
async function serversFor(input: TargetInput, options: LoadOptions): Promise<Record<string, ServerSpec>> {
  const { config, server } = input;
  if (server === undefined) return suiteServers(input, options);
  const { problems } = await loadDeclared(config, options);
  if (problems.length === 0 || !problems.every(({ message }) => isMissingEnv(message)))
    return suiteServers(input, options);
  return suiteServers(input, { ...options, only_server: server });
}

function chooseServer(servers: Record<string, ServerSpec>, wanted: string | undefined): ServerSpec {
  const names = Object.keys(servers);
  const name = wanted ?? (names.length === 1 ? names[0] : undefined);
  const spec = name === undefined ? undefined : servers[name];
  if (spec !== undefined) return spec;
  const near = name === undefined ? undefined : didYouMean(name, names);
  throw new McptestError({
    code: 'unknown-server',
    message:
      name === undefined ? 'the suite declares several servers; name one' : `no server is called ${name}`,
    hint: near ? `did you mean \`${near}\`?` : declaredHint(names),
  });
}

export function declaredHint(names: readonly string[]): string {
  return names.length > 0
    ? `Declared: ${names.join(', ')}.`
    : 'None is declared here: write its command behind --, as in mcptest audit -- node server.js, or its address with --url.';
}

/** What the command line says counts before the suite, and adds to its variables. */
function changedSpec(spec: ServerSpec, input: TargetInput): ServerSpec {
  const { child_env, pass_env } = input;
  return omitUndefined<ServerSpec>({
    ...spec,
    request_timeout_ms: input.request_timeout_ms ?? spec.request_timeout_ms,
    protocol: input.protocol ?? spec.protocol,
    env: child_env === undefined ? spec.env : { ...spec.env, ...child_env },
    pass_env: pass_env === undefined ? spec.pass_env : [...(spec.pass_env ?? []), ...pass_env],
    max_message_bytes: input.max_message_bytes ?? spec.max_message_bytes,
  });
}
