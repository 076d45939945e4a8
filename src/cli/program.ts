/** The command tree. Declarations only: each command imports its verb when it runs. */
import { Command } from 'commander';
import { VERSION } from '../util/version.js';
import { callCommand } from './call.js';
import { completionCommand } from './completion.js';
import type { Context } from './context.js';
import { diffCommand } from './diff.js';
import { doctorCommand } from './doctor.js';
import { generateCommand } from './generate.js';
import { initCommand } from './init.js';
import { introspectCommands } from './introspect.js';
import { lintCommand } from './lint.js';
import { lockCommand } from './lock.js';
import { mcpServerCommand } from './mcp-server.js';
import { mockCommand } from './mock.js';
import { planRunsCommand } from './plan-runs.js';
import { reportCommand } from './report.js';
import { recordCommand, runCommand } from './run.js';
import { schemaCommand } from './schema.js';
import { scoreCommand } from './score.js';
import { securityCommand } from './security.js';
import { tdqsCommand } from './tdqs.js';
import { tokensCommand } from './tokens.js';
import { toolBenchCommand } from './tool-bench.js';
import { validateCommand } from './validate.js';
import { viewCommand } from './view.js';

export function buildProgram(context: Context): Command {
  const program = new Command('mcptest')
    .description('Test MCP servers and the agents that use them.')
    .version(VERSION, '-V, --version', 'print the version')
    .option('--debug', 'print a stack trace when mcptest itself breaks')
    .helpCommand('help [command]', 'show how a command is used')
    .showSuggestionAfterError(true)
    .exitOverride()
    .addHelpText('after', EXAMPLES);
  const commands = [
    initCommand(context),
    doctorCommand(context),
    runCommand(context),
    recordCommand(context),
    validateCommand(context),
    schemaCommand(),
    ...introspectCommands(context),
    callCommand(context),
    scoreCommand(context),
    planRunsCommand(),
    reportCommand(context),
    viewCommand(context),
    mockCommand(context),
    mcpServerCommand(context),
    generateCommand(context),
    lintCommand(context),
    tokensCommand(context),
    lockCommand(context),
    diffCommand(context),
    securityCommand(context),
    toolBenchCommand(context),
    tdqsCommand(context),
    completionCommand(() => program),
  ];
  for (const command of commands) {
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
