/**
 * The command tree. Declarations only: each command imports its verb when it runs. A command line that names its
 * command loads that declaration alone; help, completion and what nobody knows need them all.
 */
import { Command } from 'commander';
import { VERSION } from '../util/version.js';
import type { Context } from './context.js';

type CommandLoader = (context: Context) => Promise<Command | Command[]>;

/** In the order of the help. A row that declares several commands is there once, under their names. */
const COMMANDS: [names: string, load: CommandLoader][] = [
  ['init', async (context) => (await import('./init.js')).initCommand(context)],
  ['doctor', async (context) => (await import('./doctor.js')).doctorCommand(context)],
  ['run', async (context) => (await import('./run.js')).runCommand(context)],
  ['record', async (context) => (await import('./run.js')).recordCommand(context)],
  ['mutate', async (context) => (await import('./mutate.js')).mutateCommand(context)],
  ['validate', async (context) => (await import('./validate.js')).validateCommand(context)],
  ['schema', async () => (await import('./schema.js')).schemaCommand()],
  [
    'tools resources prompts capabilities',
    async (context) => (await import('./introspect.js')).introspectCommands(context),
  ],
  ['call', async (context) => (await import('./call.js')).callCommand(context)],
  ['score', async (context) => (await import('./score.js')).scoreCommand(context)],
  ['plan-runs', async () => (await import('./plan-runs.js')).planRunsCommand()],
  ['report', async (context) => (await import('./report.js')).reportCommand(context)],
  ['view', async (context) => (await import('./view.js')).viewCommand(context)],
  ['mock', async (context) => (await import('./mock.js')).mockCommand(context)],
  ['mcp-server', async (context) => (await import('./mcp-server.js')).mcpServerCommand(context)],
  ['generate', async (context) => (await import('./generate.js')).generateCommand(context)],
  ['lint', async (context) => (await import('./lint.js')).lintCommand(context)],
  ['tokens', async (context) => (await import('./tokens.js')).tokensCommand(context)],
  ['lock', async (context) => (await import('./lock.js')).lockCommand(context)],
  ['diff', async (context) => (await import('./diff.js')).diffCommand(context)],
  ['security', async (context) => (await import('./security.js')).securityCommand(context)],
  ['tool-bench', async (context) => (await import('./tool-bench.js')).toolBenchCommand(context)],
  ['tdqs', async (context) => (await import('./tdqs.js')).tdqsCommand(context)],
];

/** `words`: the command line; without it every command is declared. */
export async function buildProgram(context: Context, words: readonly string[] = []): Promise<Command> {
  const program = new Command('mcptest')
    .description('Test MCP servers and the agents that use them.')
    .version(VERSION, '-V, --version', 'print the version')
    .option('--debug', 'print a stack trace when mcptest itself breaks')
    .helpCommand('help [command]', 'show how a command is used')
    .showSuggestionAfterError(true)
    .exitOverride()
    .addHelpText('after', EXAMPLES);
  const named = words.find((word) => word !== '--debug') ?? '';
  const wanted = COMMANDS.filter(([names]) => names.split(' ').includes(named));
  const declared: Command[] = [];
  for (const [, load] of wanted.length > 0 ? wanted : COMMANDS) {
    const commands = await load(context);
    declared.push(...(Array.isArray(commands) ? commands : [commands]));
  }
  if (wanted.length === 0) {
    const { completionCommand } = await import('./completion.js');
    declared.push(completionCommand(() => program));
  }
  for (const command of declared) {
    command.exitOverride().option('--debug', 'print a stack trace when mcptest itself breaks');
    program.addCommand(command);
  }
  return program;
}

const EXAMPLES = `
Examples:
  $ mcptest run                                  run mcptest.yml of this folder
  $ mcptest run tests --filter weather           run what matches in a folder of suites
  $ mcptest tools -- npx -y some-mcp-server      list what a server offers
  $ mcptest call weather get_forecast city=Oslo  call one tool of a declared server
  $ mcptest mock --tools-from tools.yml          serve a mock over stdio
`;
