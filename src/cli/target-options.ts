/** The options that name a live server, and what they come to. */
import { type Command, InvalidArgumentError } from 'commander';
import type { TargetInput } from '../target/target.js';
import { isHttp } from '../util/host-kind.js';
import type { Context } from './context.js';
import { applyEnvFiles } from './env-file.js';
import { deadlineOption, duration, files, names, renamed, workspaceOption } from './options.js';

function header(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([\w-]+)\s*:\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError("Write 'Name: value'.");
  return { ...before, [name]: value };
}

export interface TargetOptions {
  command?: string;
  url?: string;
  bearerTokenEnv?: string;
  passEnv?: string[];
  header?: Record<string, string>;
  protocol?: string;
  envFile?: string[];
  config?: string;
  workspace?: string;
  requestTimeout?: number;
}

/** Whether the files of `--from` are all that is looked at. */
export function readsFilesOnly(
  server: string | undefined,
  { from, command, url }: TargetOptions & { from?: string[] },
  { rest }: Context,
): boolean {
  return from !== undefined && [server, command, url, rest].every((named) => named === undefined);
}

/** The ways to name a live server; `-- argv` is another, and a URL in the place of the server's name. */
export function reachOptions(command: Command): Command {
  command
    .option('--command <argv>', 'start this server over stdio (one shell-quoted string)')
    .option('--url <url>', 'connect to this server over HTTP')
    .option('--bearer-token-env <name>', 'send the token in this environment variable')
    .option("--header <'Name: value'>", 'send this header (repeatable)', header)
    .option(
      '--env-file <file>',
      'read variables from a file; it does not replace variables that are set (repeatable)',
      files,
    )
    .option('--config <suite>', 'a suite file: the one that declares the server');
  return workspaceOption(command);
}

/** The same, and how it is spoken to. */
export function targetOptions(command: Command): Command {
  reachOptions(command)
    .option('--pass-env <name>', 'pass this environment variable to the server (repeatable)', names)
    .option('--protocol <era>', 'auto, legacy, modern, or a revision such as 2025-06-18')
    .option('--request-timeout <duration>', 'how long one request may take', duration);
  return renamed(deadlineOption(command), '--timeout <duration>', '--request-timeout');
}

export function targetInput(
  server: string | undefined,
  options: TargetOptions,
  context: Context,
): TargetInput {
  applyEnvFiles(options.envFile);
  // No server of a suite has such a name.
  const address = server !== undefined && options.url === undefined && isHttp(server) ? server : undefined;
  return {
    server: address === undefined ? server : undefined,
    command: options.command ?? context.rest,
    url: address ?? options.url,
    bearer_token_env: options.bearerTokenEnv,
    pass_env: options.passEnv,
    headers: options.header,
    protocol: options.protocol,
    config: options.config,
    workspace: options.workspace,
    request_timeout_ms: options.requestTimeout,
    signal: context.signal,
    redactor: context.redactor,
  };
}
