import { Command, InvalidArgumentError } from 'commander';
import { omitUndefined } from '../../util/omit-undefined.js';
import { jsonText } from '../../util/printable-json.js';
import type { LoadReport } from '../../verbs/probing/load.js';
import { jsonObject, splitWords } from '../call.js';
import type { Context } from '../context.js';
import {
  atLeastOne,
  count,
  duration,
  formatOption,
  loudnessOptions,
  outputOption,
  percent,
} from '../options.js';
import { type Loudness, printOrWrite, reportStyle } from '../output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from '../target-options.js';

const FORMATS = ['pretty', 'json', 'md', 'html'] as const;
const MOST_CONCURRENT = 1000;
const MOST_CALLS = 1_000_000;

interface Flags extends TargetOptions, Loudness {
  args?: string;
  concurrency?: number;
  rate?: number;
  for?: number;
  calls?: number;
  pid?: number;
  allowRemote?: boolean;
  allowDestructive?: boolean;
  maxP50Ms?: number;
  maxP95Ms?: number;
  maxP99Ms?: number;
  maxErrorRate?: number;
  minPerSecond?: number;
  maxMemoryGrowthMb?: number;
  format: (typeof FORMATS)[number];
  output?: string;
}

export function loadCommand(context: Context): Command {
  const command = targetOptions(new Command('load'))
    .summary('call one tool many times and measure it')
    .description(
      'Call one tool many times: latency, throughput, errors by kind, memory of the server. With --rate calls start ' +
        'at a fixed rate and are measured from the time at which they were due; else each of --concurrency callers ' +
        'waits for its answer. Servers on this machine only, unless --allow-remote is given.',
    )
    .argument('[words...]', '[server | URL] tool [name=value...]')
    .option('--args <json>', 'all arguments as one JSON object (made from the schema)')
    .option(
      '--concurrency <n>',
      'how many run at the same time, at most: calls, each of a caller that waits for its answer (1)',
      upTo(MOST_CONCURRENT),
    )
    .option('--rate <n>', 'calls a second, even if earlier answers are missing', positive)
    .option('--for <duration>', 'how long (10s)', duration)
    .option('--calls <n>', 'the most calls (100000)', upTo(MOST_CALLS))
    .option('--pid <n>', 'watch the memory of this process, if the server was not started by mcptest', count)
    .option('--allow-remote', 'load a server on another machine')
    .option('--allow-destructive', 'also call tools that may destroy something')
    .option('--max-p50-ms <n>', 'the highest median latency that passes', positive)
    .option('--max-p95-ms <n>', 'the highest latency of 95 of 100 calls that passes', positive)
    .option('--max-p99-ms <n>', 'the highest latency of 99 of 100 calls that passes', positive)
    .option(
      '--max-error-rate <share>',
      'the highest share of failed calls that passes, in percent (0)',
      percent,
    )
    .option('--min-per-second <n>', 'the fewest answered calls a second that pass', positive)
    .option(
      '--max-memory-growth-mb <n>',
      'the most growth of the memory of the server that passes, in MiB',
      positive,
    )
    .addHelpText('after', EXAMPLES)
    .action((words: string[], flags: Flags) => loadTool(words, flags, context));
  return loudnessOptions(outputOption(formatOption(command, FORMATS)));
}

async function loadTool(words: string[], flags: Flags, context: Context): Promise<void> {
  const { argsOfWords } = await import('../../verbs/call.js');
  const { load } = await import('../../verbs/probing/load.js');
  const adHoc = flags.url !== undefined || flags.command !== undefined || context.rest !== undefined;
  const { server, tool, rest } = splitWords(words, adHoc, 'load');
  const given = flags.args !== undefined || rest.length > 0;
  const { closing, ...report } = await load({
    ...targetInput(server, flags, context),
    tool,
    args: given ? { ...jsonObject(flags.args ?? '{}'), ...argsOfWords(rest) } : undefined,
    concurrency: flags.concurrency,
    rate: flags.rate,
    for_ms: flags.for,
    calls: flags.calls,
    pid: flags.pid,
    allow_remote: flags.allowRemote,
    allow_destructive: flags.allowDestructive,
    gates: omitUndefined({
      max_p50_ms: flags.maxP50Ms,
      max_p95_ms: flags.maxP95Ms,
      max_p99_ms: flags.maxP99Ms,
      max_error_rate: flags.maxErrorRate,
      min_per_second: flags.minPerSecond,
      max_memory_growth_mb: flags.maxMemoryGrowthMb,
    }),
  });
  await printOrWrite(await textOf(report, flags), flags.output);
  context.exit(report.exit_code);
  await closing;
}

async function textOf(report: LoadReport, { format, output, quiet }: Flags): Promise<string> {
  if (format === 'json') return jsonText(report);
  if (format === 'html') return (await import('../../report/load/load-html.js')).loadHtml(report);
  if (format === 'md') return (await import('../../report/load/load-text.js')).loadMarkdown(report);
  const { loadPretty } = await import('../../report/load/load-text.js');
  return loadPretty(report, { color: reportStyle(output).color, quiet });
}

function positive(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || !(value > 0)) throw new InvalidArgumentError('Write a number above 0.');
  return value;
}

function upTo(most: number): (text: string) => number {
  return (text) => {
    const value = atLeastOne(text);
    if (value > most) throw new InvalidArgumentError(`Write a whole number of at most ${most}.`);
    return value;
  };
}

const EXAMPLES = `
Examples:
  $ mcptest load weather get_forecast city=Oslo --concurrency 8 --for 30s
  $ mcptest load http://localhost:3000/mcp search query=bell --rate 50 --max-p95-ms 200
  $ mcptest load search query=bell --format html --output load.html -- node server.js
`;
