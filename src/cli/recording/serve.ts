import { Command } from 'commander';
import type { Context } from '../context.js';
import { portOption, type ServingFlags, servedOn, servingOption } from '../options.js';
import { tell } from '../output/terminal.js';

interface Flags extends ServingFlags {
  cassette: string;
  name?: string;
}

export function serveCommand(context: Context): Command {
  return portOption(new Command('serve'))
    .summary('play a recording back as a server')
    .description(
      'Serve what was recorded with mcptest proxy, or with mcptest record: each request is answered as it was then. ' +
        'A request that was not recorded is an error.',
    )
    .requiredOption('--cassette <file>', 'a cassette, or a recording of mcptest proxy')
    .option('--name <server>', 'the name of the server: where the recording holds several')
    .addOption(servingOption('--http', 'serve Streamable HTTP on 127.0.0.1, not stdio'))
    .addHelpText('after', EXAMPLES)
    .action(async (flags: Flags) => {
      const { serveCassette } = await import('../../verbs/recording/serve.js');
      await serveCassette({
        cassette: flags.cassette,
        server: flags.name,
        port: servedOn(flags),
        input: process.stdin,
        output: process.stdout,
        log: tell,
        signal: context.signal,
        redactor: context.redactor,
      });
    });
}

const EXAMPLES = `
Examples:
  $ mcptest serve --cassette run.json
  $ mcptest serve --cassette run.jsonl --http --port 8934
`;
