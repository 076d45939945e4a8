import { Command, Option } from 'commander';
import { McptestError } from '../util/errors.js';
import type { Context } from './context.js';
import {
  duration,
  names,
  portOption,
  renamed,
  type ServingFlags,
  servedOn,
  servingOption,
  workspaceOption,
} from './options.js';
import { print, tell } from './output/terminal.js';

interface Flags extends ServingFlags {
  enableWrites?: boolean;
  pin?: boolean;
  workspace?: string;
  requestTimeout: number;
  token: boolean;
  allowTokenEnv?: string[];
  install?: boolean;
  uninstall?: boolean;
  installPath?: string;
  client?: string;
}

const CLIENTS = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex', 'gemini'];

export function mcpServerCommand(context: Context): Command {
  const command = workspaceOption(portOption(new Command('mcp-server')))
    .summary('let a coding agent drive mcptest')
    .description(
      'Serve mcptest itself as an MCP server, over stdio or HTTP: an agent learns a server, drafts a suite, ' +
        'validates and runs it. Without --enable-writes only verbs that read are offered, and only commands ' +
        'that the mcptest.yml of the workspace declares are started.',
    )
    .option('--enable-writes', 'offer the verbs that run tests and write files')
    .addOption(servingOption('--http', 'serve Streamable HTTP on 127.0.0.1, not stdio'))
    .option('--no-token', 'with --http: let in every program on this machine that knows no token')
    .option(
      '--allow-token-env <name>',
      'let callers send the token in this variable to any address (repeatable)',
      names,
    )
    .option('--pin', 'refuse a declared command that changed since it was first accepted')
    .option(
      '--request-timeout <duration>',
      'how long one request may take; one that runs tests ten times as long (60s)',
      duration,
      60_000,
    )
    .addOption(new Option('--install', "write mcptest into an agent's configuration").conflicts('uninstall'))
    .option('--uninstall', 'remove the entry again')
    .option('--install-path <file>', 'the configuration file (default: .claude/mcp.json)')
    .addOption(
      new Option('--client <name>', 'a client by its name: the file that it reads')
        .choices(CLIENTS)
        .conflicts('installPath'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (flags: Flags) => {
      if (flags.install || flags.uninstall) return install(flags);
      if (flags.installPath !== undefined || flags.client !== undefined) {
        throw new McptestError({
          code: 'bad-install',
          message: '--install-path and --client need --install or --uninstall',
          hint: 'Write mcptest mcp-server --install --client NAME.',
        });
      }
      return serve(flags, context);
    });
  return renamed(command, '--timeout <duration>', '--request-timeout');
}

async function serve(flags: Flags, context: Context): Promise<void> {
  const { createFrontDoor } = await import('../mcp-server/front-door.js');
  const { workspaceOf } = await import('../store/workspace-of.js');
  const door = createFrontDoor({
    workspace: await workspaceOf(flags.workspace),
    env: process.env,
    writes: flags.enableWrites === true,
    pin: flags.pin === true,
    verb_timeout_ms: flags.requestTimeout,
    token_envs: flags.allowTokenEnv,
    log: tell,
  });
  const { signal } = context;
  const port = servedOn(flags);
  if (port === undefined) {
    const { serveStdio } = await import('../rpc-server/serve-stdio.js');
    return serveStdio(door, { input: process.stdin, output: process.stdout, log: tell, signal });
  }
  const { serveHttp } = await import('../rpc-server/serve-http.js');
  const { randomBytes } = await import('node:crypto');
  const own = process.env.MCPTEST_HTTP_TOKEN;
  const token = flags.token ? own || randomBytes(24).toString('base64url') : undefined;
  const server = await serveHttp(door, { port, log: tell, token });
  tell(`mcptest: ${server.url}`);
  // One that the operator chose is known already, and belongs on no screen.
  if (token !== undefined && !own) tell(`mcptest: clients send the header Authorization: Bearer ${token}`);
  await new Promise<void>((stop) => {
    if (signal.aborted) stop();
    signal.addEventListener('abort', () => stop(), { once: true });
  });
  await server.close();
}

async function install(flags: Flags): Promise<void> {
  const { installServer } = await import('../verbs/install.js');
  const { file, outcome } = await installServer({
    remove: flags.uninstall === true,
    writes: flags.enableWrites === true,
    path: flags.installPath,
    client: flags.client,
    workspace: flags.workspace,
  });
  await print(`${outcome}: ${file}\n`);
}

const EXAMPLES = `
Examples:
  $ mcptest mcp-server --install --client claude-code   # offer the reading verbs to Claude Code
  $ mcptest mcp-server --install --enable-writes --client cursor
  $ mcptest mcp-server --http --port 8932        # serve over HTTP on this machine
`;
