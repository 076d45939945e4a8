/** Options that several commands share, and the parsers of their values. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { TargetInput } from '../target/target.js';
import type { Shard } from '../types/plan.js';
import { parseDuration } from '../util/duration.js';
import { isHttp } from '../util/is-http.js';
import type { Context } from './context.js';
import { applyEnvFiles } from './env-file.js';
import { parseShard } from './parse-shard.js';
import { REPORTER_NAMES } from './reporter-names.js';

const MOST_TIMES = 10_000;

/** As in suites; far above, a timer would fire at once. */
const MOST_MS = 24 * 60 * 60 * 1000;

export function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError('Write a duration such as 500ms, 2s or 5m.');
  if (ms <= 0 || ms > MOST_MS) throw new InvalidArgumentError('Write a duration above 0 up to 24 hours.');
  return ms;
}

export function count(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

export function port(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > 65_535) {
    throw new InvalidArgumentError('Write a port from 1 to 65535, or 0 for any free one.');
  }
  return Number(text);
}

export function decimal(text: string): number {
  if (!/^\d*\.?\d+$/.test(text)) throw new InvalidArgumentError('Write a number such as 0.05.');
  return Number(text);
}

export function atLeastOne(text: string): number {
  const value = count(text);
  if (value < 1) throw new InvalidArgumentError('Write a whole number above 0.');
  return value;
}

/** As many as a suite may ask for with `repeat:` or `runs:`. */
export function times(text: string): number {
  const value = atLeastOne(text);
  if (value > MOST_TIMES) throw new InvalidArgumentError(`Write a whole number of at most ${MOST_TIMES}.`);
  return value;
}

export function shard(text: string): Shard {
  const found = parseShard(text);
  if (!found) throw new InvalidArgumentError('Write a part of a whole such as 1/4.');
  return found;
}

/** `a,b` → both, each once. */
export function names(text: string): string[] {
  const found = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  if (found.length === 0) throw new InvalidArgumentError('Write one name or several, separated by commas.');
  return found;
}

export function collect(text: string, before: string[] = []): string[] {
  return [...before, text];
}

export function keyValue(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Of commands that judge suites: where the report goes, and what the suite is filled with. */
export function suiteOptions(command: Command): Command {
  return command
    .option('--reporter <name[=path]>', `${REPORTER_NAMES.join(', ')} (repeatable)`, collect)
    .option('--output <file>', 'write the report to a file')
    .option('--agent-budget <tokens>', 'size of the agent report (1024)', count)
    .option('--profile <name>', 'merge this profile of the suite over it')
    .option('--var <name=value>', 'set a variable of the suite (repeatable)', keyValue)
    .option('--env-file <file>', 'read variables from a file; those that are set win (repeatable)', collect);
}

function header(text: string, before: Record<string, string> = {}): Record<string, string> {
  const match = /^([\w-]+)\s*:\s*(.*)$/.exec(text);
  if (!match) throw new InvalidArgumentError("Write 'Name: value'.");
  return { ...before, [match[1]!]: match[2]! };
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
  timeout?: number;
}

/** The ways to name a live server; `-- argv` is another, and a URL in the place of the server's name. */
export function targetOptions(command: Command): Command {
  return command
    .option('--command <argv>', 'start this server over stdio (one shell-quoted string)')
    .option(
      '--pass-env <name>',
      'let the server that is started read this environment variable (repeatable)',
      collect,
    )
    .option('--url <url>', 'connect to this server over HTTP')
    .option('--bearer-token-env <name>', 'send the token in this environment variable')
    .option("--header <'Name: value'>", 'send this header (repeatable)', header)
    .addOption(new Option('--protocol <era>', 'auto, legacy, modern, or a revision such as 2025-06-18'))
    .option('--env-file <file>', 'read variables from a file; those that are set win (repeatable)', collect)
    .option('--config <suite>', 'the suite that declares the server')
    .option('--workspace <folder>', 'the project folder')
    .option('--timeout <duration>', 'how long one request may take', duration);
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
    timeout_ms: options.timeout,
    signal: context.signal,
    redactor: context.redactor,
  };
}
