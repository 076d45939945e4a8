import { Command, InvalidArgumentError, Option } from 'commander';
import { jsonText } from '../util/printable-json.js';
import type { MutateInput } from '../verbs/mutate.js';
import type { Context } from './context.js';
import { collect, count, duration, suiteOptions, times } from './options.js';
import { printOrWrite, reportStyle, tell } from './output/terminal.js';

interface Flags {
  run?: string;
  failUnder?: number;
  seed?: number;
  observe?: number;
  filter?: string;
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
      'Run suites, change every reply on purpose and judge it again without a further call: what no test objects to ' +
        'survived. With no path: mcptest.yaml or mcptest.yml of this folder.',
    )
    .argument('[paths...]', 'suite files, or folders with *.mcptest.yml files')
    .option('--run <run>', 'judge a saved run (a file, an id or latest) and start nothing')
    .option('--fail-under <percent>', 'exit with 1 when less than this share is noticed', percent)
    .option('--seed <n>', 'choose other changes (1)', count)
    .option('--observe <n>', 'do every test n times, and leave out what differs from call to call (1)', times)
    .option('--filter <text>', 'only tests whose name holds the text, or matches re:REGEX')
    .option('--tag <tag>', 'only tests with this tag (repeatable)', collect)
    .option('--skip-tag <tag>', 'leave out tests with this tag (repeatable)', collect)
    .option('--timeout <duration>', 'how long one test may take', duration)
    .addOption(
      new Option('--format <format>', 'how to print').choices(['pretty', 'json', 'md']).default('pretty'),
    );
  return suiteOptions(command)
    .option('--workspace <folder>', 'the project folder, where .mcptest is kept')
    .option('--no-save', 'do not keep the run in .mcptest')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: Flags) => {
      if (flags.envFile) (await import('./env-file.js')).applyEnvFiles(flags.envFile);
      const { destinations, writeReports } = await import('./output/reports.js');
      const targets = flags.reporter ? destinations(flags.reporter, undefined, paths) : [];
      const { mutate } = await import('../verbs/mutate.js');
      const report = await mutate(inputOf(paths, flags, context));
      for (const warning of flags.quiet ? [] : report.warnings) tell(`mcptest: ${warning}`);
      // A report of the run on stdout takes the place of ours, as it would say the same.
      if (targets.every(({ path }) => path !== undefined))
        await printOrWrite(await textOf(report.strength, flags), flags.output);
      await writeReports(report.envelope, targets, { ...flags, told: true });
      context.exit(report.exit_code);
      await report.closing;
    });
}

async function textOf(strength: import('../types/strength.js').Strength, flags: Flags): Promise<string> {
  if (flags.format === 'json') return jsonText(strength);
  if (flags.format === 'md')
    return (await import('../report/strength/strength-markdown.js')).strengthMarkdown(strength);
  if (flags.quiet) return `${(await import('../report/counts.js')).strengthText(strength)}\n`;
  const { strengthPretty } = await import('../report/strength/strength-pretty.js');
  return strengthPretty(strength, reportStyle(flags.output));
}

function inputOf(paths: string[], flags: Flags, context: Context): MutateInput {
  return {
    paths,
    run: flags.run,
    fail_under: flags.failUnder,
    seed: flags.seed,
    observe: flags.observe,
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

function percent(text: string): number {
  const value = Number(/^(\d+(?:\.\d+)?) ?%?$/.exec(text)?.[1]);
  if (!(value >= 0 && value <= 100))
    throw new InvalidArgumentError('Write a share in percent, from 0 to 100.');
  return value;
}

const EXAMPLES = `
Examples:
  $ mcptest mutate
  $ mcptest mutate tests --fail-under 80
  $ mcptest mutate suite.yml --observe 2 --format json
  $ mcptest mutate --run latest
`;
