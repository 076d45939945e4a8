/** `mcptest tool-bench run | suggest`. */
import { Command } from 'commander';
import { compute } from '../util/awaited.js';
import { EXIT } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import type { Context } from './context.js';
import { formatOption, fromOption, outputOption, rate } from './options.js';
import { printOrWrite, reportStyle, tell } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

export function toolBenchCommand(context: Context): Command {
  const group = new Command('tool-bench')
    .summary('are descriptions worth their tokens?')
    .description(
      'Measure whether tool descriptions decide which tool a request gets: a deterministic selector picks, ' +
        'then each description is damaged and the picks are counted again.',
    );
  for (const command of [runCommand(context), suggestCommand(context)]) {
    group.addCommand(command);
  }
  return group;
}

interface RunFlags {
  minDrop?: number;
  against?: string;
  json?: boolean;
  format: 'pretty' | 'json';
  output?: string;
}

function runCommand(context: Context): Command {
  return outputOption(formatOption(new Command('run'), ['pretty', 'json']))
    .summary('run a benchmark')
    .description('Run a benchmark. Exit code 1 when the largest drop is below --min-drop.')
    .argument('<spec>', 'a YAML file with catalog, intents and mutations')
    .option('--min-drop <share>', 'fail when no mutation costs this share of the picks', rate)
    .option(
      '--against <file>',
      'a second catalogue, saved, to compare with the first: which of the two finds more of the right tools',
    )
    .option('--json', 'the same as --format json')
    .addHelpText('after', '\nExample:\n  $ mcptest tool-bench run bench.yml --min-drop 0.2\n')
    .action(async (spec: string, flags: RunFlags) => {
      const { benchTools } = await import('../verbs/tool-bench.js');
      const { report, failed } = await compute(() =>
        benchTools({ spec, min_drop: flags.minDrop, against: flags.against }),
      );
      const { renderBench } = await import('../report/catalog/tool-bench.js');
      const isJson = flags.json || flags.format === 'json';
      const text = isJson ? jsonText(report) : renderBench(report, reportStyle(flags.output));
      await printOrWrite(text, flags.output);
      if (failed)
        tell(
          `no damaged description cost ${flags.minDrop} of the picks (the most was ${report.max_drop}): tools are chosen without their descriptions`,
        );
      context.exit(failed ? EXIT.failed : EXIT.ok);
    });
}

function suggestCommand(context: Context): Command {
  return outputOption(fromOption(targetOptions(new Command('suggest'))))
    .summary('draft a benchmark from a catalogue')
    .description('Draft a benchmark: one request a tool, to be rewritten the way users ask.')
    .argument('[server]', 'a server of the suite, or a URL')
    .addHelpText('after', '\nExample:\n  $ mcptest tool-bench suggest --from tools.json --output bench.yml\n')
    .action(
      async (server: string | undefined, flags: TargetOptions & { from?: string[]; output?: string }) => {
        const { suggestBench } = await import('../verbs/tool-bench.js');
        const { from, output } = flags;
        const { text, closing } = await suggestBench({
          ...targetInput(server, flags, context),
          from,
          output,
        });
        await printOrWrite(text, output);
        await closing;
      },
    );
}
