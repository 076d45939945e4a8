/**
 * What a caller may start. A command runs when writes are enabled, or when its exact argv is declared in
 * the `mcptest.yaml|yml` of the workspace root; the declared entry then decides where and how it runs.
 */
import { pinProblem } from '../client-config/pins.js';
import type { InvocationRedactor } from '../redact/open-redactor.js';
import { declaredCommands } from '../target/declared-commands.js';
import { EXIT, McptestError } from '../util/errors.js';
import { clip, oneLine } from '../util/text.js';
import type { LearnInput } from '../verbs/learn.js';
import { changesWhatRuns, isProviderKey } from './risky-env.js';
import type { Args } from './verb.js';

export interface GateOptions {
  workspace: string;
  env: NodeJS.ProcessEnv;
  writes: boolean;
  /** Refuse a declaration that changed since it was first accepted. */
  pin: boolean;
  redactor?: InvocationRedactor;
}

/** Messages beyond this are not read: a verb answers in words, not in megabytes. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 20_000;

export async function admitTarget(args: Args, options: GateOptions): Promise<LearnInput> {
  const {
    url,
    command,
    bearer_token_env,
    env: child_env,
  } = args as {
    url?: string;
    command?: string[];
    bearer_token_env?: string;
    env?: Record<string, string>;
  };
  const base: LearnInput = {
    cwd: options.workspace,
    workspace: options.workspace,
    env: options.env,
    redactor: options.redactor,
    timeout_ms: REQUEST_TIMEOUT_MS,
    max_message_bytes: MAX_MESSAGE_BYTES,
  };
  if ((url === undefined) === (command === undefined)) {
    throw bad(
      'exactly one of `url` and `command` is needed',
      'Give the endpoint, or the argv of a stdio server.',
    );
  }
  if (url !== undefined) {
    if (child_env !== undefined) throw bad('`env` goes with `command`', 'A server behind a URL has its own.');
    checkToken(bearer_token_env, options);
    return { ...base, url, bearer_token_env };
  }
  if (bearer_token_env !== undefined)
    throw bad(
      '`bearer_token_env` goes with `url`',
      'Pass the token in `env`, by whatever name the server reads.',
    );
  return { ...base, ...(await admitCommand(command!, child_env, options)) };
}

async function admitCommand(
  command: string[],
  child_env: Record<string, string> | undefined,
  options: GateOptions,
): Promise<LearnInput> {
  const declared = await declaredCommands(options.workspace, options);
  const match = declared.servers.find(({ argv }) => sameArgv(argv, command));
  if (match === undefined && !options.writes) throw refused(command, declared.problem);
  const risky = Object.keys(child_env ?? {}).filter(changesWhatRuns);
  if (risky.length > 0 && !options.writes) {
    throw new McptestError({
      code: 'env-refused',
      message: `these variables change what runs and may not be overridden: ${risky.map((name) => clip(oneLine(name), 60)).join(', ')}`,
      hint: 'Declare them in `env` of the server in mcptest.yml, or start `mcptest mcp-server --enable-writes`.',
      exitCode: EXIT.refused,
    });
  }
  if (match === undefined) return { command, child_env };
  const changed = options.pin ? await pinProblem(options.workspace, match, options.env) : undefined;
  if (changed !== undefined) {
    throw new McptestError({
      code: 'pin-changed',
      message: changed.message,
      hint: changed.hint,
      exitCode: EXIT.refused,
    });
  }
  return { server: match.name, config: declared.file, child_env };
}

function sameArgv(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, at) => word === b[at]);
}

function checkToken(name: string | undefined, options: GateOptions): void {
  if (name === undefined || options.writes || !isProviderKey(name)) return;
  throw new McptestError({
    code: 'token-refused',
    message: `${name} is the key of a model provider and is not sent to a server under test`,
    hint: 'Put the token of the server into a variable of its own, or start `mcptest mcp-server --enable-writes`.',
    exitCode: EXIT.refused,
  });
}

function refused(command: string[], problem: string | undefined): McptestError {
  const why = problem === undefined ? '' : ` (${problem})`;
  return new McptestError({
    code: 'command-refused',
    message: `this command may not be started: ${clip(oneLine(JSON.stringify(command)), 300)} is not declared in the mcptest.yml of the workspace${why}`,
    hint:
      'Two ways to allow it: declare exactly this argv under `servers:` in mcptest.yml (or mcptest.yaml) in the ' +
      'workspace root, or start the front door with `mcptest mcp-server --enable-writes`.',
    exitCode: EXIT.refused,
  });
}

function bad(message: string, hint: string): McptestError {
  return new McptestError({ code: 'bad-target', message, hint });
}
