import { Command } from 'commander';
import { jsonText } from '../util/printable-json.js';
import type { MutateInput, MutateReport } from '../verbs/strength/mutate.js';
import type { Context } from './context.js';
import {
  count,
  deadlineOption,
  duration,
  filterOptions,
  formatOption,
  percent,
  renamed,
  suiteOptions,
  times,
  workspaceOption,
} from './options.js';
import { printOrWrite, reportStyle, tell } from './output/terminal.js';

interface Flags {
  run?: string;
  failUnder?: number;
  seed?: number;
  repeat?: number;
  filter?: string[];
  tag?: string[];
  skipTag?: string[];
  timeout?: number;
  format: 'pretty' | 'json' | 'md';
  reporter?: string[];
  output?: string;
  agentBudget?: number;
  verbose?: boolean;
  quiet?: boolean;
  profile?: string;
  var?: Record<string, string>;
  envFile?: string[];
  workspace?: string;
  save: boolean;
}

export function mutateCommand(context: Context): Command {
  const command = new Command('mutate')
    .summary('would the suites notice a broken server?')
    .description(
      'Run suites, change every reply on purpose and judge it again without a further call: a change that no test ' +
        'notices has survived. With no path: mcptest.yaml or mcptest.yml of this folder.',
    )
    .argument('[paths...]', 'suite files, or folders with *.mcptest.yml files')
    .option('--run <run>', 'judge a saved run (a file, an id or latest) and start no server')
    .option(
      '--fail-under <bar>',
      'exit 1 below this bar: the share of changes that are noticed, in percent',
      percent,
    )
    .option('--seed <n>', 'another number makes other choices: other changes (1)', count)
    .option('--repeat <n>', 'run every test n times: what differs from call to call is left out', times)
    .option('--timeout <duration>', 'how long one test may take', duration);
  formatOption(filterOptions(command), ['pretty', 'json', 'md']);
  renamed(command, '--observe <n>', '--repeat');
  return suiteOptions(deadlineOption(workspaceOption(command)))
    .option('--no-save', 'do not keep the run in .mcptest')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: Flags) => {
      if (flags.envFile) (await import('./env-file.js')).applyEnvFiles(flags.envFile);
      const { destinations, writeReports } = await import('./output/reports.js');
      const targets = flags.reporter ? destinations(flags.reporter, undefined, paths) : [];
      const { mutate } = await import('../verbs/strength/mutate.js');
      const report = await mutate(inputOf(paths, flags, context));
      for (const warning of flags.quiet ? [] : report.warnings) tell(`mcptest: ${warning}`);
      // A report of the run on stdout takes the place of ours, as it would say the same.
      if (targets.every(({ path }) => path !== undefined))
        await printOrWrite(await textOf(report, flags), flags.output);
      await writeReports(report.envelope, targets, { ...flags, told: true });
      context.exit(report.exit_code);
      await report.closing;
    });
}

async function textOf(report: MutateReport, flags: Flags): Promise<string> {
  const { strength } = report;
  if (flags.format === 'json') return jsonText(strength);
  if (flags.format === 'md')
    return (await import('../report/strength/strength-markdown.js')).strengthMarkdown(strength);
  const { strengthPretty, strengthVerdict } = await import('../report/strength/strength-pretty.js');
  const style = reportStyle(flags.output);
  const verdict = strengthVerdict(report, style.color, flags.quiet);
  return flags.quiet ? verdict : strengthPretty(strength, { ...style, verbose: flags.verbose }) + verdict;
}

function inputOf(paths: string[], flags: Flags, context: Context): MutateInput {
  return {
    paths,
    run: flags.run,
    fail_under: flags.failUnder,
    seed: flags.seed,
    repeat: flags.repeat,
    filter: flags.filter,
    tags: flags.tag,
    skip_tags: flags.skipTag,
    timeout_ms: flags.timeout,
    profile: flags.profile,
    vars: flags.var,
    workspace: flags.workspace,
    save: flags.save,
    signal: context.signal,
    redactor: context.redactor,
  };
}

const EXAMPLES = `
Examples:
  $ mcptest mutate
  $ mcptest mutate tests --fail-under 80
  $ mcptest mutate suite.yml --repeat 2 --format json
  $ mcptest mutate --run latest
`;
