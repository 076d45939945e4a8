/** A live target, given the same way everywhere: a server of the suite, a command, or a URL. */

import { resolve } from 'node:path';
import { type ConnectOptions, connect } from '../client/connect.js';
import { secretsOfArgv } from '../redact/argv-secrets.js';
import { createRedactor, type Redactor, type Secret, secretsOfEnv } from '../redact/redactor.js';
import { workspaceAt } from '../store/workspace.js';
import { invalidSuite } from '../suite/invalid-suite.js';
import { loadSuites } from '../suite/load.js';
import { startsSlowly } from '../suite/starts-slowly.js';
import type { Connection, ServerSpec } from '../types/connection.js';
import { didYouMean } from '../util/did-you-mean.js';
import { EXIT, McptestError } from '../util/errors.js';
import { fullMessage } from '../util/full-message.js';
import { isHttp } from '../util/is-http.js';
import { VERSION } from '../util/version.js';
import { selfArgv } from './self-argv.js';
import { splitCommand } from './split-command.js';

export interface TargetInput {
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
  env?: NodeJS.ProcessEnv;
  /** Variables of ours that a command's process may read. */
  pass_env?: string[];
  /** Extra environment of a command's process. */
  child_env?: Record<string, string>;
  /** The largest message that is read. */
  max_message_bytes?: number;
  timeout_ms?: number;
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
  const { spec, secrets } = await targetSpec(input, env);
  if (input.url !== undefined && !isHttp(input.url)) {
    throw new McptestError({
      code: 'bad-url',
      message: `${JSON.stringify(input.url)} is not an http or https URL`,
      hint: 'Write it as https://host/path.',
    });
  }
  const redactor = createRedactor([...secrets, ...secretsOfEnv(env)]);
  const options: ConnectOptions = {
    env,
    self: selfArgv(),
    signal: input.signal,
    version: VERSION,
    onSecret: redactor.add,
  };
  const got = await connect(spec, options);
  if (got.ok) return { connection: got.connection, spec, redactor };
  throw new McptestError({
    code: got.failure.code,
    message: redactor.text(fullMessage(got.failure)),
    exitCode: input.signal?.aborted ? EXIT.interrupted : EXIT.inconclusive,
  });
}

/** The entry of the target as a suite would hold it, and the secrets in it. */
export async function targetSpec(
  input: TargetInput,
  env: NodeJS.ProcessEnv,
): Promise<{ spec: ServerSpec; secrets: { name: string; value: string }[] }> {
  const cwd = resolve(input.cwd ?? process.cwd());
  if ([input.server, input.command, input.url].filter((given) => given !== undefined).length > 1) {
    throw new McptestError({
      code: 'two-targets',
      message: 'more than one target was given',
      hint: 'Give one of: a server name of the suite, --command or -- argv, or --url.',
    });
  }
  const passed = (input.pass_env ?? []).map((name) => ({ name, value: given(name, env) }));
  if (input.command !== undefined || input.url !== undefined) {
    const command = typeof input.command === 'string' ? splitCommand(input.command) : input.command;
    if (command?.length === 0) throw emptyCommand();
    const token = input.bearer_token_env;
    const secrets = Object.entries(input.headers ?? {}).map(([name, value]) => ({ name, value }));
    if (token !== undefined && env[token]) secrets.push({ name: token, value: env[token] });
    secrets.push(...passed, ...secretsOfEnv(input.child_env ?? {}));
    // A word that a shell filled in from a variable keeps the name of the variable.
    secrets.push(...secretsOfEnv(env), ...secretsOfArgv(command ?? []));
    return { spec: adHocSpec(input, command, cwd), secrets };
  }
  const { spec, secrets } = await declaredSpec(input, cwd, env);
  return { spec, secrets: [...passed, ...secrets] };
}

/** A variable that is asked for and not there is a slip of the hand, and the server would only say so later. */
export function given(name: string, env: NodeJS.ProcessEnv): string {
  const value = env[name];
  if (value !== undefined) return value;
  throw new McptestError({
    code: 'variable-missing',
    message: `--pass-env ${name}: the environment variable is not set`,
    hint: 'Set it, or read it from a file with --env-file.',
  });
}

function emptyCommand(): McptestError {
  return new McptestError({
    code: 'bad-command',
    message: 'there is no command behind `--`',
    hint: 'Write the words that start the server: -- node server.js.',
  });
}

function adHocSpec(input: TargetInput, command: string[] | undefined, cwd: string): ServerSpec {
  return {
    name: 'target',
    ...(command && { command }),
    ...(command && input.child_env && { env: input.child_env }),
    ...(command && input.pass_env && { pass_env: input.pass_env }),
    ...(input.url && { url: input.url }),
    ...(input.headers && { headers: input.headers }),
    ...(input.bearer_token_env && { auth: { bearer_token_env: input.bearer_token_env } }),
    cwd,
    protocol: input.protocol ?? 'auto',
    startup_timeout_ms: startupTimeout(input, command),
    request_timeout_ms: input.timeout_ms ?? 30_000,
    shutdown_grace_ms: 100,
    isolate: 'suite',
    ...(input.max_message_bytes !== undefined && { max_message_bytes: input.max_message_bytes }),
  };
}

/** Nothing is started behind a URL, so that its handshake is a request like any other. */
function startupTimeout({ url, timeout_ms }: TargetInput, command: string[] | undefined): number {
  if (url !== undefined && timeout_ms !== undefined) return timeout_ms;
  return startsSlowly(command) ? 120_000 : 30_000;
}

/** All servers of the suite by name, later files winning. Throws what is wrong with the suite. */
export async function suiteServers(
  input: Pick<TargetInput, 'config'>,
  { cwd, workspace, env }: { cwd: string; workspace: string; env: NodeJS.ProcessEnv },
): Promise<{ servers: Record<string, ServerSpec>; secrets: Secret[] }> {
  const loaded = await loadSuites(input.config ? [input.config] : [], { cwd, workspace, env });
  if (loaded.problems.length > 0) throw invalidSuite(loaded.problems);
  const servers = Object.assign(
    Object.create(null),
    ...loaded.suites.map((suite) => suite.servers),
  ) as Record<string, ServerSpec>;
  return { servers, secrets: loaded.secrets };
}

async function declaredSpec(input: TargetInput, cwd: string, env: NodeJS.ProcessEnv) {
  const workspace = workspaceAt(cwd, input.workspace);
  const { servers, secrets } = await suiteServers(input, { cwd, workspace, env });
  const names = Object.keys(servers);
  const name = input.server ?? (names.length === 1 ? names[0]! : undefined);
  if (name === undefined || !servers[name]) {
    const near = name === undefined ? undefined : didYouMean(name, names);
    throw new McptestError({
      code: 'unknown-server',
      message:
        name === undefined ? 'the suite declares several servers; name one' : `no server is called ${name}`,
      hint: near ? `did you mean \`${near}\`?` : `Declared: ${names.join(', ') || 'none'}.`,
    });
  }
  const spec = servers[name];
  return {
    spec: {
      ...spec,
      ...(input.timeout_ms !== undefined && { request_timeout_ms: input.timeout_ms }),
      ...(input.protocol !== undefined && { protocol: input.protocol }),
      ...(input.child_env !== undefined && { env: { ...spec.env, ...input.child_env } }),
      ...(input.pass_env !== undefined && { pass_env: [...(spec.pass_env ?? []), ...input.pass_env] }),
      ...(input.max_message_bytes !== undefined && { max_message_bytes: input.max_message_bytes }),
    },
    secrets: [...secrets, ...secretsOfEnv(input.child_env ?? {})],
  };
}
