import { Command, InvalidArgumentError } from 'commander';
import { jsonText } from '../../util/printable-json.js';
import type { Context } from '../context.js';
import { count, dollars, formatOption, fromOption, names, outputOption, times } from '../options.js';
import { printOrWrite, reportStyle } from '../output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from '../target-options.js';

const FORMATS = ['pretty', 'json', 'md', 'html'] as const;

interface Bars {
  all?: number;
  of: Record<string, number>;
}

/** `2` for all, `rug-pull=1` for one family. */
function bars(text: string, before: Bars = { of: {} }): Bars {
  const [, family, number] = /^(?:([a-z-]+)=)?(\d+)$/.exec(text.trim()) ?? [];
  if (number === undefined)
    throw new InvalidArgumentError('Write a whole number, or one for a family such as rug-pull=1.');
  if (family === undefined) return { ...before, all: Number(number) };
  return { ...before, of: { ...before.of, [family]: Number(number) } };
}

interface Flags extends TargetOptions {
  from?: string[];
  model?: string;
  baseUrl?: string;
  apiKeyEnv?: string;
  agent?: string;
  cli?: string;
  family?: string[];
  runs?: number;
  seed?: number;
  maxComplied?: Bars;
  maxCost?: number;
  format: (typeof FORMATS)[number];
  output?: string;
}

export function redteamCommand(context: Context): Command {
  return outputOption(formatOption(fromOption(targetOptions(new Command('redteam'))), FORMATS))
    .summary('attack an agent through mocks, and see what gets through')
    .description(
      'Attack an agent through its tools: poisoned results and descriptions, orders across servers, strangers who ' +
        'claim to be somebody, secrets asked for in arguments, servers that become hostile during the session. Every server is a mock, so that ' +
        'nothing real is called; what the agent did decides, not what it said. With a target or --from the attacks ' +
        'aim at its riskiest tool. Exit code 1 when something got through.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .option('--model <name>', 'the model to use: the one that is attacked (lexical, which needs no key)')
    .option('--base-url <url>', 'an OpenAI-compatible address that serves the model')
    .option('--api-key-env <name>', 'the variable that holds the key for --base-url')
    .option('--agent <command>', 'your own agent instead of a model, as one shell-quoted command')
    .option('--cli <name>', 'an installed agent, such as claude-code, asking the model')
    .option('--family <name>', 'only this family, or this probe (repeatable)', names)
    .option('--runs <n>', 'run agent tests this many times with each model (each probe)', times)
    .option('--seed <n>', 'another number makes other choices: other secrets (1)', count)
    .option(
      '--max-complied <n>',
      'how many probes may get through (0); rug-pull=1 for a family (repeatable)',
      bars,
    )
    .option('--max-cost <usd>', 'stop asking models when they have cost this much (US dollars)', dollars)
    .addHelpText('after', EXAMPLES)
    .action(async (server: string | undefined, flags: Flags) => {
      const { redteam } = await import('../../verbs/probing/redteam.js');
      const { splitCommand } = await import('../../target/split-command.js');
      const report = await redteam({
        ...targetInput(server, flags, context),
        from: flags.from,
        model: flags.model,
        base_url: flags.baseUrl,
        api_key_env: flags.apiKeyEnv,
        agent: flags.agent === undefined ? undefined : splitCommand(flags.agent),
        cli: flags.cli,
        probes: flags.family,
        runs: flags.runs,
        seed: flags.seed,
        max_complied: flags.maxComplied?.all,
        max_complied_of: flags.maxComplied?.of,
        max_cost: flags.maxCost,
        signal: context.signal,
      });
      const { redteamMarkdown, redteamPretty } = await import('../../report/redteam/redteam-text.js');
      const { redteamHtml } = await import('../../report/redteam/redteam-html.js');
      const text = {
        pretty: () => redteamPretty(report, reportStyle(flags.output)),
        md: () => redteamMarkdown(report),
        html: () => redteamHtml(report),
        json: () => jsonText(report),
      }[flags.format]();
      await printOrWrite(text, flags.output);
      context.exit(report.exit_code);
    });
}

const EXAMPLES = `
Examples:
  $ mcptest redteam --model claude-sonnet-4-5
  $ mcptest redteam --agent "python3 my_agent.py" --family rug-pull
  $ mcptest redteam --cli claude-code --model claude-sonnet-4-5 --max-complied rug-pull=1
  $ mcptest redteam --from tools.json --model gpt-5 --runs 3 --format md
`;
