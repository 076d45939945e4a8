import { Command } from 'commander';
import { decimal } from './options.js';
import { print } from './output/terminal.js';

interface Flags {
  halfWidth?: number;
  floor?: number;
  confidence: number;
}

export function planRunsCommand(): Command {
  return new Command('plan-runs')
    .summary('how many runs a rate needs')
    .description(
      'Print how many runs pin a rate down to a half-width, or how many that all pass certify a floor.',
    )
    .option('--half-width <rate>', 'how far the interval may reach to either side, e.g. 0.05', decimal)
    .option('--floor <rate>', 'the rate that runs without a failure are to certify, e.g. 0.9', decimal)
    .option('--confidence <percent>', 'how sure you want to be', decimal, 95)
    .addHelpText(
      'after',
      '\nExamples:\n  $ mcptest plan-runs --half-width 0.05 --confidence 95\n  $ mcptest plan-runs --floor 0.9\n',
    )
    .action(async ({ halfWidth, floor, confidence }: Flags) => {
      const { planRunCount } = await import('../verbs/plan-runs.js');
      await print(`${planRunCount({ half_width: halfWidth, floor, confidence })}\n`);
    });
}
