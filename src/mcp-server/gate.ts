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
import { changesWhatRuns } from './risky-env.js';
import type { Args } from './verb.js';

export interface GateOptions {
  workspace: string;
  env: NodeJS.ProcessEnv;
  writes: boolean;
  /** Refuse a declaration that changed since it was first accepted. */
  pin: boolean;
  redactor?: InvocationRedactor;
  /** Variables that the operator allows for any address. */
  token_envs?: readonly string[];
}

/** Messages beyond this are not read: a verb answers in words, not in megabytes. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 20_000;

interface TargetArguments {
  url?: string;
  command?: string[];
  bearer_token_env?: string;
  env?: Record<string, string>;
}

export async function admitTarget(args: Args, options: GateOptions): Promise<LearnInput> {
  const { url, command, bearer_token_env, env: child_env } = args as TargetArguments;
  const base: LearnInput = {
    cwd: options.workspace,
    workspace: options.workspace,
    env: options.env,
    redactor: options.redactor,
    request_timeout_ms: REQUEST_TIMEOUT_MS,
    max_message_bytes: MAX_MESSAGE_BYTES,
  };
  if (url !== undefined && command === undefined) {
    if (child_env !== undefined) throw bad('`env` goes with `command`', 'A server behind a URL has its own.');
    const { origins } = await declaredCommands(options.workspace, options);
    const declared = URL.canParse(url) ? origins.get(new URL(url).origin) : undefined;
    checkToken(bearer_token_env, declared, options);
    // What the developer declared may lie anywhere; what a caller names may not be where clouds hand out keys.
    return { ...base, url, bearer_token_env, reach: declared === undefined ? 'wired' : undefined };
  }
  if (command === undefined || url !== undefined) {
    throw bad(
      'exactly one of `url` and `command` is needed',
      'Give the endpoint, or the argv of a stdio server.',
    );
  }
  if (bearer_token_env !== undefined)
    throw bad(
      '`bearer_token_env` goes with `url`',
      'Pass the token in `env`, by whatever name the server reads.',
    );
  return { ...base, ...(await admitCommand(command, child_env, options)) };
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

/**
 * Whoever names a variable and an address together could have any secret of ours sent anywhere. Variables that begin
 * with MCP_ are meant for servers under test; every other one goes only where the developer said that it belongs.
 */
function checkToken(
  name: string | undefined,
  declared: ReadonlySet<string> | undefined,
  { writes, token_envs = [] }: GateOptions,
): void {
  if (name === undefined || writes || declared?.has(name) || token_envs.includes(name)) return;
  if (/^MCP_/.test(name)) return;
  const shown = clip(oneLine(name), 60);
  throw new McptestError({
    code: 'token-refused',
    message: `${shown} is not sent to this address: only variables that begin with MCP_ go to any server under test`,
    hint:
      `Ways to allow it: declare the server with \`auth: { bearer_token_env: ${shown} }\` in the mcptest.yml of the workspace, ` +
      `start mcptest with \`--allow-token-env ${shown}\` or \`--enable-writes\`, or put the token into a variable such as MCP_TOKEN.`,
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
      'workspace root, or start mcptest with `mcptest mcp-server --enable-writes`.',
    exitCode: EXIT.refused,
  });
}

function bad(message: string, hint: string): McptestError {
  return new McptestError({ code: 'bad-target', message, hint });
}
