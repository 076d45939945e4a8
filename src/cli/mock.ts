import { Command, Option } from 'commander';
import type { Context } from './context.js';
import { port } from './options.js';
import { tell } from './output/terminal.js';

export function mockCommand(context: Context): Command {
  return new Command('mock')
    .summary('serve a mock MCP server')
    .description(
      'Serve a mock from a manifest or a saved catalogue, over stdio or HTTP, in both protocol eras.',
    )
    .requiredOption('--tools-from <file>', 'a manifest (YAML or JSON) or a saved tools/list')
    .option('--http <port>', 'serve Streamable HTTP on 127.0.0.1 (0 picks a free port)', port)
    .addOption(
      new Option('--sse <port>', 'serve the older HTTP with SSE on 127.0.0.1')
        .argParser(port)
        .conflicts('http'),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ mcptest mock --tools-from tools.yml\n  $ mcptest mock --tools-from tools.json --http 8931\n',
    )
    .action(async (flags: { toolsFrom: string; http?: number; sse?: number }) => {
      const { mockOverHttp, mockOverStdio } = await import('../verbs/mock.js');
      const at = flags.http ?? flags.sse;
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
