import { Command } from 'commander';
import type { Context } from './context.js';
import { collect, count, duration, keyValue } from './options.js';
import { REPORTER_NAMES } from './reporter-names.js';
import { tell } from './terminal.js';

interface RunFlags {
  config?: string[];
  filter?: string;
  tag?: string[];
  skipTag?: string[];
  bail?: boolean;
  retries?: number;
  concurrency?: number;
  reporter?: string[];
  output?: string;
  agentBudget?: number;
  profile?: string;
  var?: Record<string, string>;
  timeout?: number;
  workspace?: string;
  updateSnapshots?: boolean;
  allowUpdateInCi?: boolean;
  save: boolean;
}

export function runCommand(context: Context): Command {
  return new Command('run')
    .summary('run suites against real servers')
    .description('Run suites against real servers. With no path: mcptest.yaml or mcptest.yml of this folder.')
    .argument('[paths...]', 'suite files, or folders with *.mcptest.yml files')
    .option('--config <suite>', 'a suite file (the same as naming it; repeatable)', collect)
    .option('--filter <text>', 'run tests whose name holds the text, or matches re:REGEX')
    .option('--tag <tag>', 'run tests with this tag (repeatable)', collect)
    .option('--skip-tag <tag>', 'leave out tests with this tag (repeatable)', collect)
    .option('--bail', 'stop after the first test that does not pass')
    .option('--retries <n>', 'try a failed test again up to n times', count)
    .option('--concurrency <n>', 'how many servers work at the same time (4)', count)
    .option('--reporter <name[=path]>', `${REPORTER_NAMES.join(', ')} (repeatable)`, collect)
    .option('--output <file>', 'write the report to a file')
    .option('--agent-budget <tokens>', 'size of the agent report (1024)', count)
    .option('--profile <name>', 'merge this profile of the suite over it')
    .option('--var <name=value>', 'set a variable of the suite (repeatable)', keyValue)
    .option('--timeout <duration>', 'how long one test may take', duration)
    .option('--workspace <folder>', 'the project folder, where .mcptest is kept')
    .option('--update-snapshots', 'accept what the servers answer now')
    .option('--allow-update-in-ci', 'let --update-snapshots work under CI')
    .option('--no-save', 'do not keep the run in .mcptest')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: RunFlags) => {
      const { destinations, writeReports } = await import('./reports.js');
      const { progressLine } = await import('./progress.js');
      const targets = destinations(flags.reporter, flags.output);
      const progress = progressLine();
      const { startRun } = await import('../verbs/run.js');
      const report = await startRun({
        paths: [...paths, ...(flags.config ?? [])],
        filter: flags.filter,
        tags: flags.tag,
        skip_tags: flags.skipTag,
        bail: flags.bail,
        retries: flags.retries,
        concurrency: flags.concurrency,
        profile: flags.profile,
        vars: flags.var,
        timeout_ms: flags.timeout,
        workspace: flags.workspace,
        update_snapshots: flags.updateSnapshots,
        allow_update_in_ci: flags.allowUpdateInCi,
        save: flags.save,
        signal: context.signal,
        progress: progress.event,
      }).finally(progress.clear);
      for (const warning of report.warnings) tell(`mcptest: ${warning}`);
      await writeReports(report.envelope, targets, flags.agentBudget);
      context.exit(report.envelope.exit_code);
      await report.closing;
    });
}

const EXAMPLES = `
Examples:
  $ mcptest run
  $ mcptest run suite.yml --filter "reads a file"
  $ mcptest run tests --reporter pretty --reporter junit=junit.xml
  $ mcptest run --reporter json --output run.json
`;
