import { Command } from 'commander';
import type { Context } from './context.js';
import { portOption, type ServingFlags, servedOn, servingOption } from './options.js';
import { tell } from './output/terminal.js';

export function mockCommand(context: Context): Command {
  return portOption(new Command('mock'))
    .summary('serve a mock MCP server')
    .description(
      'Serve a mock from a manifest or a saved catalogue, over stdio or HTTP, in both protocol eras.',
    )
    .requiredOption('--tools-from <file>', 'a manifest (YAML or JSON) or a saved tools/list')
    .addOption(servingOption('--http', 'serve Streamable HTTP on 127.0.0.1, not stdio'))
    .addOption(servingOption('--sse', 'serve the older HTTP with SSE on 127.0.0.1').conflicts('http'))
    .addHelpText(
      'after',
      '\nExamples:\n  $ mcptest mock --tools-from tools.yml\n  $ mcptest mock --tools-from tools.json --http --port 8931\n',
    )
    .action(async (flags: ServingFlags & { toolsFrom: string }) => {
      const { mockOverHttp, mockOverStdio } = await import('../verbs/mock.js');
      const at = servedOn(flags);
      if (at === undefined) {
        await mockOverStdio(flags.toolsFrom, {
          input: process.stdin,
          output: process.stdout,
          log: tell,
          signal: context.signal,
        });
        return;
      }
      const sse = flags.sse !== undefined;
      await mockOverHttp(flags.toolsFrom, at, { log: tell, signal: context.signal, sse });
    });
}
