import { Command } from 'commander';
import { outputOption, percent, rate } from './options.js';
import { printOrWrite } from './output/terminal.js';

interface Flags {
  halfWidth?: number;
  floor?: number;
  confidence: number;
  output?: string;
}

export function planRunsCommand(): Command {
  return outputOption(new Command('plan-runs'))
    .summary('how many runs a rate needs')
    .description(
      'Print how many runs you need to know a rate within a half-width, or how many passing runs prove a floor.',
    )
    .option('--half-width <share>', 'how far the interval may reach to either side, e.g. 0.05 or 5%', rate)
    .option('--floor <share>', 'the rate that runs without a failure should prove, e.g. 0.9 or 90%', rate)
    .option('--confidence <percent>', 'how sure you want to be', percent, 95)
    .addHelpText(
      'after',
      '\nExamples:\n  $ mcptest plan-runs --half-width 0.05 --confidence 95\n  $ mcptest plan-runs --floor 0.9\n',
    )
    .action(async ({ halfWidth, floor, confidence, output }: Flags) => {
      const { planRunCount } = await import('../verbs/plan-runs.js');
      await printOrWrite(`${planRunCount({ half_width: halfWidth, floor, confidence })}\n`, output);
    });
}
