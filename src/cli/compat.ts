import { Command, InvalidArgumentError, Option } from 'commander';
import { McptestError } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import { VERSION } from '../util/version.js';
import type { CompatInput } from '../verbs/compat.js';
import type { Context } from './context.js';
import { formatOption, fromOption, names, outputOption } from './options.js';
import { printOrWrite, reportStyle } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

const FORMATS = ['pretty', 'json', 'md', 'html', 'sarif', 'github', 'junit', 'agent'] as const;
/** The words of `lint` and `security` mean the verdicts of the same weight. */
const BARS = {
  error: 'error',
  dropped: 'dropped',
  degraded: 'degraded',
  never: 'never',
  critical: 'error',
  high: 'dropped',
  medium: 'dropped',
  warning: 'degraded',
  low: 'degraded',
  info: 'degraded',
} as const;

type Bar = (typeof BARS)[keyof typeof BARS];

interface Flags extends TargetOptions {
  from?: string[];
  client?: string[];
  clients?: string | true;
  serverName?: string;
  failOn: Bar;
  show?: string;
  call?: string;
  args?: Record<string, unknown>;
  format: (typeof FORMATS)[number];
  output?: string;
}

function bar(text: string): Bar {
  const key = text.toLowerCase();
  if (Object.hasOwn(BARS, key)) return BARS[key as keyof typeof BARS];
  throw new InvalidArgumentError(`Write one of ${Object.keys(BARS).join(', ')}.`);
}

function args(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new InvalidArgumentError('Write a JSON object such as \'{"city": "Oslo"}\'.');
}

export function compatCommand(context: Context): Command {
  const command = fromOption(targetOptions(new Command('compat')))
    .summary('will real clients accept the tools?')
    .description(
      'Compare tools with what is known about clients and model APIs: which of them show the tool, lose a part of it, ' +
        'drop it or fail, by which rule, how we know, and what to do. Nothing is sent anywhere.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .option(
      '--client <name>',
      'a client by its name: compare with this one only, or with this model API (repeatable)',
      names,
    )
    .option(
      '--clients [file]',
      'compare with what clients do to tools; a file can add clients, or correct the known ones',
    )
    .option(
      '--server-name <name>',
      "the server's name in the settings of a client, which some put before the names of tools",
    )
    .option('--show <client>', 'print the tools as this client shows them to the model')
    .option('--call <tool>', 'call this tool and judge its result as well')
    .option('--args <json>', 'all arguments as one JSON object', args)
    .addOption(
      new Option('--fail-on <severity>', 'exit 1 on this severity and worse: error, dropped, degraded, never')
        .argParser(bar)
        .default('error'),
    )
    .addHelpText('after', EXAMPLES)
    .action((server: string | undefined, flags: Flags) => judge(server, flags, context));
  return outputOption(formatOption(command, FORMATS));
}

async function judge(server: string | undefined, flags: Flags, context: Context): Promise<void> {
  const { checkClients, findingsOf } = await import('../verbs/compat.js');
  const { client, clients, serverName, failOn, call, from, format, output } = flags;
  const input = {
    ...targetInput(server, flags, context),
    from,
    client,
    clients: clients === true ? undefined : clients,
    server_name: serverName,
    fail_on: failOn,
    call,
    args: flags.args,
  };
  if (flags.show !== undefined) return show({ ...input, show: flags.show }, flags);
  const { closing, exit_code, ...report } = await checkClients(input);
  const style = reportStyle(output);
  if (format === 'sarif' || format === 'github' || format === 'agent') {
    const { findingsFormats } = await import('../report/findings/findings.js');
    const found = await findingsOf(report, input);
    await printOrWrite(
      findingsFormats[format](found, { command: 'compat', ...style, version: VERSION, ...found }),
      output,
    );
  } else {
    const { compatFormats } = await import('../report/compat/formats.js');
    await printOrWrite(compatFormats[format](report, style), output);
  }
  context.exit(exit_code);
  await closing;
}

async function show(input: CompatInput & { show: string }, { format, output }: Flags): Promise<void> {
  if (format !== 'pretty' && format !== 'json') {
    throw new McptestError({
      code: 'format-not-shown',
      message: `--show prints as pretty or json, not as ${format}`,
      hint: 'Leave --format out, or write --format json.',
    });
  }
  const { showAsClient } = await import('../verbs/compat.js');
  const { shows, closing } = await showAsClient(input);
  const { showPretty } = await import('../report/compat/show.js');
  const text =
    format === 'json'
      ? jsonText(shows.length === 1 ? shows[0] : shows)
      : showPretty(shows, reportStyle(output));
  await printOrWrite(text, output);
  await closing;
}

const EXAMPLES = `
Examples:
  $ mcptest compat -- node server.js                        # every client that is known
  $ mcptest compat --from tools.json --client cursor,codex  # two of them
  $ mcptest compat weather --server-name acme-weather       # with the name that people give it
  $ mcptest compat --from tools.json --show codex           # what the model sees there
  $ mcptest compat --from tools.json --format md            # a table for a pull request
`;
