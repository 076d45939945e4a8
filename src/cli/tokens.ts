import { Command } from 'commander';
import { EXIT } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import type { Context } from './context.js';
import { count, formatOption, fromOption, outputOption, renamed } from './options.js';
import { printOrWrite, reportStyle } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

const FORMATS = ['pretty', 'json', 'md', 'html'] as const;

interface Flags extends TargetOptions {
  from?: string[];
  against?: string;
  budget?: number;
  perTool?: number;
  format: (typeof FORMATS)[number];
  output?: string;
}

export function tokensCommand(context: Context): Command {
  const command = outputOption(formatOption(fromOption(targetOptions(new Command('tokens'))), FORMATS))
    .summary('count what the tools cost a model')
    .description(
      'Count the tokens (cl100k) of every tool: its name, its description and its input schema. ' +
        'Exit code 1 when a budget is exceeded.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .option('--against <file>', 'a second catalogue, saved, to compare with the first')
    .option('--budget <tokens>', 'the most that all tools together may cost', count)
    .option('--per-tool <tokens>', 'the most that one tool may cost', count)
    .addHelpText('after', EXAMPLES)
    .action(async (server: string | undefined, flags: Flags) => {
      const { measureTokens } = await import('../verbs/tokens.js');
      const { tokensMarkdown, tokensPretty } = await import('../report/catalog/tokens.js');
      const { closing, ...report } = await measureTokens({
        ...targetInput(server, flags, context),
        from: flags.from,
        against: flags.against,
        budget: flags.budget,
        per_tool: flags.perTool,
      });
      const style = reportStyle(flags.output);
      const text = {
        pretty: () => tokensPretty(report, style),
        md: () => tokensMarkdown(report),
        json: () => jsonText(report),
        html: async () => (await import('../report/catalog/tokens-html.js')).tokensHtml(report),
      }[flags.format]();
      await printOrWrite(await text, flags.output);
      context.exit(report.over_budget.length > 0 ? EXIT.failed : EXIT.ok);
      await closing;
    });
  return renamed(command, '--compare <file>', '--against');
}

const EXAMPLES = `
Examples:
  $ mcptest tokens -- node server.js
  $ mcptest tokens weather --budget 4000 --per-tool 400
  $ mcptest tokens --from tools.json --against base.json --format md
`;
