import { Command } from 'commander';
import { jsonText } from '../../util/printable-json.js';
import type { Context } from '../context.js';
import { formatOption, outputOption } from '../options.js';
import { printOrWrite, reportStyle } from '../output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from '../target-options.js';

const FORMATS = ['pretty', 'json'] as const;

interface Flags extends TargetOptions {
  cassette: string;
  name?: string;
  allowDestructive?: boolean;
  format: (typeof FORMATS)[number];
  output?: string;
}

export function verifyCommand(context: Context): Command {
  return outputOption(formatOption(targetOptions(new Command('verify')), FORMATS))
    .summary('compare a live server with a recording')
    .description(
      'Ask a live server what was recorded, and report where it answers otherwise. Exit code 1 when it does, 3 when ' +
        'something could not be judged.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .requiredOption('--cassette <file>', 'a cassette, or a recording of mcptest proxy')
    .option('--name <server>', 'the name of the server: where the recording holds several')
    .option('--allow-destructive', 'also call tools that may destroy something')
    .addHelpText('after', EXAMPLES)
    .action(async (server: string | undefined, flags: Flags) => {
      const { verifyCassette } = await import('../../verbs/recording/verify.js');
      const { report, exit_code, closing } = await verifyCassette({
        ...targetInput(server, flags, context),
        cassette: flags.cassette,
        recorded: flags.name,
        destructive: flags.allowDestructive,
      });
      const { renderVerified } = await import('../../report/catalog/verified.js');
      const isJson = flags.format === 'json';
      const text = isJson ? jsonText(report) : renderVerified(report, reportStyle(flags.output));
      await printOrWrite(text, flags.output);
      context.exit(exit_code);
      await closing;
    });
}

const EXAMPLES = `
Examples:
  $ mcptest verify --cassette run.json -- node server.js
  $ mcptest verify --cassette run.json --url https://example.com/mcp --format json
`;
