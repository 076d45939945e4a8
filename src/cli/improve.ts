import { Command } from 'commander';
import { McptestError } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import { splitWords } from './call.js';
import type { Context } from './context.js';
import { dollars, formatOption, fromOption, outputOption } from './options.js';
import { printOrWrite, reportStyle } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

const FORMATS = ['pretty', 'json', 'md'] as const;

interface Flags extends TargetOptions {
  from?: string[];
  model?: string;
  baseUrl?: string;
  apiKeyEnv?: string;
  bench?: string;
  maxCost?: number;
  format: (typeof FORMATS)[number];
  output?: string;
}

export function improveCommand(context: Context): Command {
  return outputOption(formatOption(fromOption(targetOptions(new Command('improve'))), FORMATS))
    .summary('propose a better description of a tool, and measure it')
    .description(
      'Propose a description for one tool, and descriptions of parameters that have none: by rules, which say only ' +
        'what name, schemas, hints and siblings support, or by a model. TDQS, lint, tokens, tool-bench, client fit and ' +
        'the selection of agent tests are measured before and after. Nothing is changed: the proposal is a diff.',
    )
    .argument('[words...]', '[server | URL] tool')
    .option('--model <name>', 'the model to use: the one that proposes (rules, which need no key)')
    .option('--base-url <url>', 'an OpenAI-compatible address that serves the model')
    .option('--api-key-env <name>', 'the variable that holds the key for --base-url')
    .option('--bench <spec>', 'requests of your own: a benchmark of tool-bench (drafted ones)')
    .option('--max-cost <usd>', 'stop asking models when they have cost this much (US dollars)', dollars)
    .addHelpText('after', EXAMPLES)
    .action(async (words: string[], flags: Flags) => {
      const { server, tool } = subjectOf(words, flags, context);
      const { improve } = await import('../verbs/improving/improve.js');
      const { closing, ...report } = await improve({
        ...targetInput(server, flags, context),
        from: flags.from,
        tool,
        model: flags.model,
        base_url: flags.baseUrl,
        api_key_env: flags.apiKeyEnv,
        bench: flags.bench,
        max_cost: flags.maxCost,
      });
      const { improveMarkdown, improvePretty } = await import('../report/catalog/improve-text.js');
      const text = {
        pretty: () => improvePretty(report, reportStyle(flags.output)),
        md: () => improveMarkdown(report),
        json: () => jsonText(report),
      }[flags.format]();
      await printOrWrite(text, flags.output);
      context.exit(report.exit_code);
      await closing;
    });
}

function subjectOf(words: string[], flags: Flags, context: Context): { server?: string; tool: string } {
  const adHoc = [flags.url, flags.command, context.rest, flags.from].some((one) => one !== undefined);
  if (words.length === 0 || words.length > (adHoc ? 1 : 2))
    throw new McptestError({
      code: 'bad-call',
      message:
        words.length === 0 ? 'no tool is named' : `${JSON.stringify(words.at(-1))} is one word too many`,
      hint: adHoc
        ? 'Write one tool: mcptest improve TOOL --from tools.json.'
        : 'Write mcptest improve SERVER TOOL, or mcptest improve TOOL -- node server.js.',
    });
  return splitWords(words, adHoc, 'improve');
}

const EXAMPLES = `
Examples:
  $ mcptest improve get_forecast --from tools.json            # by rules, from a saved catalogue
  $ mcptest improve weather get_forecast                      # a tool of a server of the suite
  $ mcptest improve get_forecast -- node server.js            # of a live server
  $ mcptest improve weather get_forecast --model claude-sonnet-4-5 --max-cost 0.10
  $ mcptest improve get_forecast --from tools.json --bench bench.yml --format md
`;
