import { Command, Option } from 'commander';
import type { RunEnvelope } from '../types/envelope.js';
import { McptestError } from '../util/errors.js';
import type { Comparison } from '../verbs/comparing/compare.js';
import type { Context } from './context.js';
import { count, loudnessOptions, outputOption, workspaceOption } from './options.js';
import { REPORTER_NAMES } from './output/reporter-names.js';
import { printOrWrite, reportStyle, tell } from './output/terminal.js';

interface Flags {
  format: string;
  compare?: string;
  failOn?: string;
  merge?: boolean;
  timings?: string;
  output?: string;
  exitCode?: boolean;
  agentBudget?: number;
  verbose?: boolean;
  quiet?: boolean;
  workspace?: string;
}

/** No reporter, since it says nothing of verdicts. */
const CONFUSION = 'confusion-csv';

export function reportCommand(context: Context): Command {
  return loudnessOptions(outputOption(workspaceOption(new Command('report'))))
    .summary('render a saved run')
    .description(
      'Show a saved run in any format. The exit code is 0 when that worked, even if the run failed, unless --exit-code is given.',
    )
    .argument('[runs...]', 'a JSON report, the id of a run in the workspace, or `latest`')
    .option('--format <format>', `how to print: ${REPORTER_NAMES.join(', ')}, ${CONFUSION}`, 'pretty')
    .option('--merge', 'join several saved runs, such as the shards of one')
    .option(
      '--timings <file>',
      'how long tests take, for shards: keep it in this file (run --timings splits by it)',
    )
    .option(
      '--compare <file>',
      'show what changed since an earlier result: a saved run (format pretty, md, html or json)',
    )
    .addOption(
      new Option(
        '--fail-on <change>',
        'with --compare, exit 1 where something is worse by more than chance, and 3 where that cannot be judged: worse',
      ).choices(['worse']),
    )
    .option('--exit-code', 'end with the exit code of the run, such as 1 for a failed test')
    .option('--agent-budget <tokens>', 'size of the agent report (1024)', count)
    .addHelpText(
      'after',
      '\nExamples:\n  $ mcptest report run.json --format junit --output junit.xml\n  $ mcptest report latest --format confusion-csv --output confusion.csv\n  $ mcptest report run.json --compare base.json --fail-on worse\n  $ mcptest report --merge shard-1.json shard-2.json --format junit --output junit.xml\n',
    )
    .action(async (runs: string[], flags: Flags) => {
      const { destinations, refuseInput, writeReports } = await import('./output/reports.js');
      const read = [...runs, flags.compare].filter((one) => one !== undefined);
      const isTable = flags.format === CONFUSION;
      const targets = destinations([isTable ? 'json' : flags.format], flags.output, read);
      checkFlags(flags);
      if (flags.timings !== undefined) refuseInput(flags.timings, read);
      const envelope = await envelopeOf(runs, flags);
      if (flags.timings !== undefined) await writeDurations(envelope, flags.timings);
      if (flags.exitCode) context.exit(envelope.exit_code);
      if (flags.compare === undefined && isTable) return writeConfusion(envelope, flags.output);
      if (flags.compare === undefined) {
        const since = async (run: RunEnvelope) =>
          (await import('../viewer/since.js')).sinceLastRun(run, flags);
        return writeReports(envelope, targets, { ...flags, since });
      }
      const { compareRuns } = await import('../verbs/comparing/compare.js');
      const comparison = await compareRuns(flags.compare, envelope, flags);
      if (flags.failOn !== undefined) await failOnWorse(comparison, context);
      if (flags.format === 'html') {
        const { comparisonPage } = await import('../report/compare/compare-html.js');
        return printOrWrite(comparisonPage(comparison), flags.output);
      }
      const { comparisonText } = await import('../report/compare/compare-formats.js');
      const text = comparisonText(comparison, flags.format, reportStyle(flags.output));
      const [verdict] = text.split('\n', 1);
      await printOrWrite(flags.quiet && flags.format === 'pretty' ? `${verdict}\n` : text, flags.output);
    });
}

function checkFlags({ failOn, compare, timings, output }: Flags): void {
  if (failOn !== undefined && compare === undefined)
    throw badReport('`--fail-on` needs `--compare`', 'Name the run to compare with: --compare base.json.');
  if (timings !== undefined && timings === output)
    throw badReport('the report and --timings would go to one file', 'Give each its own file.');
}

async function writeDurations(envelope: RunEnvelope, file: string): Promise<void> {
  const { writeTimings } = await import('../store/timings.js');
  const tests = await writeTimings(envelope, file);
  const many = `${tests} ${tests === 1 ? 'test' : 'tests'}`;
  tell(`mcptest: ${file} says how long ${many} took; commit it, and run shards with --timings ${file}`);
}

async function writeConfusion(envelope: RunEnvelope, output: string | undefined): Promise<void> {
  const { confusionCsv } = await import('../report/dataset/confusion-csv.js');
  await printOrWrite(confusionCsv(envelope), output);
}

/** Green only where there was something to compare and all of it was judged. */
async function failOnWorse(comparison: Comparison, context: Context): Promise<void> {
  const { worseGate } = await import('../report/compare/worse-gate.js');
  const { code, lines } = worseGate(comparison);
  for (const line of lines) tell(line);
  if (code !== 0) context.exit(code);
}

async function envelopeOf(runs: string[], flags: Flags): Promise<RunEnvelope> {
  const [first, ...others] = runs;
  if (first === undefined)
    throw badReport('no saved run is named', 'Name one: mcptest report latest, or mcptest report run.json.');
  if (flags.merge) return (await import('../verbs/merge.js')).mergeRuns(runs, flags);
  if (others.length > 0)
    throw badReport(
      `${runs.length} saved runs are named, and one is rendered at a time`,
      'Add --merge to join them, or write --compare FILE to see what changed since FILE.',
    );
  return (await import('../store/read-run.js')).readSavedRun(first, flags);
}

function badReport(message: string, hint: string): McptestError {
  return new McptestError({ code: 'bad-report', message, hint });
}
