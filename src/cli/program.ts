/**
 * The command tree. Declarations only: each command imports its verb when it runs. A command line that names its
 * command loads that declaration alone; help, completion and what nobody knows need them all.
 */
import { Command } from 'commander';
import { VERSION } from '../util/version.js';
import type { Context } from './context.js';
import { HELP_WIDTH } from './output/help-width.js';

type CommandLoader = (context: Context) => Promise<Command | Command[]>;
type Row = [names: string, load: CommandLoader];

/** In the order of the help. A row that declares several commands is there once, under their names. */
const GROUPS: [title: string, rows: Row[]][] = [
  [
    'Start here',
    [
      ['audit', async (context) => (await import('./audit.js')).auditCommand(context)],
      ['init', async (context) => (await import('./init.js')).initCommand(context)],
      ['doctor', async (context) => (await import('./doctor.js')).doctorCommand(context)],
      ['generate', async (context) => (await import('./generate.js')).generateCommand(context)],
      ['docs', async () => (await import('./docs/docs.js')).docsCommand()],
    ],
  ],
  [
    'Run',
    [
      ['run', async (context) => (await import('./run.js')).runCommand(context)],
      ['validate', async (context) => (await import('./validate.js')).validateCommand(context)],
      ['mutate', async (context) => (await import('./mutate.js')).mutateCommand(context)],
      ['fuzz', async (context) => (await import('./probing/fuzz.js')).fuzzCommand(context)],
      ['redteam', async (context) => (await import('./probing/redteam.js')).redteamCommand(context)],
      ['load', async (context) => (await import('./probing/load.js')).loadCommand(context)],
      ['mock', async (context) => (await import('./mock.js')).mockCommand(context)],
      [
        'conformance',
        async (context) => (await import('./probing/conformance.js')).conformanceCommand(context),
      ],
    ],
  ],
  [
    'Look',
    [
      [
        'tools resources prompts capabilities',
        async (context) => (await import('./introspect.js')).introspectCommands(context),
      ],
      ['types', async (context) => (await import('./types.js')).typesCommand(context)],
      ['call', async (context) => (await import('./call.js')).callCommand(context)],
      ['report', async (context) => (await import('./report.js')).reportCommand(context)],
      ['view', async (context) => (await import('./view.js')).viewCommand(context)],
    ],
  ],
  [
    'Catalogue',
    [
      ['lint', async (context) => (await import('./lint.js')).lintCommand(context)],
      ['compat', async (context) => (await import('./compat.js')).compatCommand(context)],
      ['security', async (context) => (await import('./security.js')).securityCommand(context)],
      ['tdqs', async (context) => (await import('./tdqs/tdqs.js')).tdqsCommand(context)],
      ['tokens', async (context) => (await import('./tokens.js')).tokensCommand(context)],
      ['tool-bench', async (context) => (await import('./tool-bench.js')).toolBenchCommand(context)],
      ['improve', async (context) => (await import('./improve.js')).improveCommand(context)],
      ['lock', async (context) => (await import('./lock.js')).lockCommand(context)],
      ['diff', async (context) => (await import('./diff.js')).diffCommand(context)],
    ],
  ],
  [
    'Agents',
    [
      ['record', async (context) => (await import('./run.js')).recordCommand(context)],
      ['proxy', async (context) => (await import('./recording/proxy.js')).proxyCommand(context)],
      ['serve', async (context) => (await import('./recording/serve.js')).serveCommand(context)],
      ['verify', async (context) => (await import('./recording/verify.js')).verifyCommand(context)],
      ['score', async (context) => (await import('./score.js')).scoreCommand(context)],
      ['plan-runs', async () => (await import('./plan-runs.js')).planRunsCommand()],
    ],
  ],
  [
    'For machines',
    [
      ['mcp-server', async (context) => (await import('./mcp-server.js')).mcpServerCommand(context)],
      ['schema', async () => (await import('./schema.js')).schemaCommand()],
    ],
  ],
];

/** `words`: the command line; without it every command is declared. */
export async function buildProgram(context: Context, words: readonly string[] = []): Promise<Command> {
  const program = new Command('mcptest')
    .description('Test MCP servers and the agents that use them.')
    .version(VERSION, '-V, --version', 'print the version')
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      helpWidth: Math.min(columns(), HELP_WIDTH),
    })
    .commandsGroup('Start here:')
    .helpCommand('help', 'show how a command is used: mcptest help run')
    .addHelpText('after', READ_ON);
  const named = words.find((word) => word !== '--debug') ?? '';
  const isNamed = ([names]: Row): boolean => names.split(' ').includes(named);
  const isKnown = GROUPS.some(([, rows]) => rows.some(isNamed));
  for (const [title, rows] of GROUPS) {
    for (const [, load] of isKnown ? rows.filter(isNamed) : rows) {
      const commands = await load(context);
      for (const command of Array.isArray(commands) ? commands : [commands])
        program.addCommand(command.helpGroup(`${title}:`));
    }
  }
  if (!isKnown) {
    const { completionCommand } = await import('./completion.js');
    program.addCommand(completionCommand(() => program).helpGroup('For machines:'));
  }
  prepare(program, []);
  await refuseUnknown(program, words);
  return program;
}

function columns(): number {
  return (process.stdout.isTTY && process.stdout.columns) || HELP_WIDTH;
}

/** What holds for every command, at any depth. Errors carry the command that they are about, and are told by us. */
function prepare(command: Command, path: string[]): void {
  command
    .option('--debug', 'print a stack trace when mcptest itself breaks')
    .helpOption('-h, --help', 'show how it is used')
    .configureOutput({ outputError: () => {} })
    .exitOverride((error) => {
      throw Object.assign(error, { path: path.join(' '), options: command.options.map(({ long }) => long) });
    });
  for (const child of command.commands) prepare(child, [...path, child.name()]);
}

/** A word in the place of a command that is none, also before `--help` and after `help`. */
async function refuseUnknown(program: Command, words: readonly string[]): Promise<void> {
  let at = program;
  for (const word of words) {
    if (word.startsWith('-') || word === 'help') continue;
    if (at.commands.length === 0) return;
    const next = at.commands.find((command) => command.name() === word);
    if (next === undefined) throw (await import('./usage-error.js')).unknownCommand(at, word);
    at = next;
  }
}

const READ_ON = `
Examples:
  $ mcptest audit -- node server.js              # is it ready, and for which clients?
  $ mcptest init -- node server.js               # write a first suite for a server
  $ mcptest run                                  # run mcptest.yml of this folder
  $ mcptest run tests --filter weather           # run what matches in a folder of suites
  $ mcptest tools -- npx -y some-mcp-server      # list what a server offers
  $ mcptest call weather get_forecast city=Oslo  # call one tool of a declared server

Read on:
  mcptest help COMMAND        the options of a command, with examples
  mcptest docs TOPIC          the page of a command, error code, rule, metric or key
  docs/quick-start.md         from nothing to a suite in CI
  docs/reference/options.md   every option, and which commands have it
  docs/README.md              all pages; they come with the package, and are at https://mcptest.sh
`;
