import { Command } from 'commander';
import type { RunEnvelope } from '../types/envelope.js';
import { McptestError } from '../util/errors.js';
import type { Context } from './context.js';
import { count, loudnessOptions } from './options.js';
import { REPORTER_NAMES } from './output/reporter-names.js';
import { printOrWrite, reportStyle } from './output/terminal.js';

interface Flags {
  format: string;
  compare?: string;
  merge?: string[];
  output?: string;
  exitCode?: boolean;
  agentBudget: number;
  verbose?: boolean;
  quiet?: boolean;
  workspace?: string;
}

export function reportCommand(context: Context): Command {
  return loudnessOptions(new Command('report'))
    .summary('render a saved run')
    .description(
      'Render a saved run as any report. Exit code 0 when it was rendered, whatever its verdict, unless --exit-code is given.',
    )
    .argument('[run]', 'a JSON report, the id of a run in the workspace, or `latest`')
    .option('--format <name>', REPORTER_NAMES.join(', '), 'pretty')
    .option('--merge <runs...>', 'join saved runs, such as the shards of one')
    .option('--compare <base>', 'show what changed since this run (format pretty, md or json)')
    .option('--output <file>', 'write to a file')
    .option('--exit-code', 'end with the exit code that the run stands for, such as 1 for a failed test')
    .option('--agent-budget <tokens>', 'size of the agent report', count, 1024)
    .option('--workspace <folder>', 'the project folder')
    .addHelpText(
      'after',
      '\nExamples:\n  $ mcptest report run.json --format junit --output junit.xml\n  $ mcptest report run.json --compare base.json\n  $ mcptest report --merge shard-1.json shard-2.json --format junit --output junit.xml\n',
    )
    .action(async (run: string | undefined, flags: Flags) => {
      const { destinations, writeReports } = await import('./output/reports.js');
      const read = [run, flags.compare, ...(flags.merge ?? [])].filter((one) => one !== undefined);
      const targets = destinations([flags.format], flags.output, read);
      const envelope = await envelopeOf(run, flags);
      if (flags.exitCode) context.exit(envelope.exit_code);
      if (flags.compare === undefined) return writeReports(envelope, targets, flags);
      const { compareRuns } = await import('../verbs/compare.js');
      const { comparisonText } = await import('../report/compare/compare-formats.js');
      const comparison = await compareRuns(flags.compare, envelope, flags);
      const text = comparisonText(comparison, flags.format, reportStyle(flags.output));
      const [verdict] = text.split('\n', 1);
      await printOrWrite(flags.quiet && flags.format === 'pretty' ? `${verdict}\n` : text, flags.output);
    });
}

async function envelopeOf(run: string | undefined, flags: Flags): Promise<RunEnvelope> {
  const { merge } = flags;
  if (run !== undefined && merge !== undefined) throw badReport('--merge names its runs itself');
  if (merge !== undefined) return (await import('../verbs/merge.js')).mergeRuns(merge, flags);
  if (run === undefined) throw badReport('no run is named');
  return (await import('../store/read-run.js')).readSavedRun(run, flags);
}

function badReport(message: string): McptestError {
  const hint = 'mcptest report RUN, or mcptest report --merge RUN RUN ...';
  return new McptestError({ code: 'bad-report', message, hint });
}
