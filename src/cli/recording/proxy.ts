import { Command, InvalidArgumentError, Option } from 'commander';
import type { FaultKind } from '../../types/fault.js';
import type { ProxyInput } from '../../verbs/recording/proxy.js';
import type { Context } from '../context.js';
import {
  count,
  duration,
  names,
  portOption,
  type ServingFlags,
  servedOn,
  servingOption,
} from '../options.js';
import { tell } from '../output/terminal.js';
import { reachOptions, type TargetOptions, targetInput } from '../target-options.js';

const FORMATS = ['trace', 'cassette'] as const;
const KINDS: FaultKind[] = ['error', 'timeout', 'slow', 'malformed', 'empty', 'disconnect'];
const MOST_DISTRACTORS = 512;

type Fault = ProxyInput['faults'][number];

interface Flags extends TargetOptions, ServingFlags {
  record: string;
  format: (typeof FORMATS)[number];
  name?: string;
  fault?: Fault[];
  distractors?: number;
  distractorsLike?: string[];
  latency?: number;
}

export function proxyCommand(context: Context): Command {
  return portOption(reachOptions(new Command('proxy')))
    .summary('record what an agent and a server say')
    .description(
      'Sit between an agent and a server, pass on every byte, and record what they say to each other. The agent ' +
        'starts it instead of the server, or connects to it with --http. An existing recording is continued.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .requiredOption('--record <file>', 'the recording to write')
    .addOption(
      new Option('--format <format>', 'trace for `mcptest score`, cassette for git')
        .choices(FORMATS)
        .default(FORMATS[0]),
    )
    .option('--name <server>', 'the name of the server: as the suite has it (what it calls itself)')
    .addOption(servingOption('--http', 'serve Streamable HTTP on 127.0.0.1, not stdio'))
    .option(
      '--fault <kind[,tool=NAME][,after=N][,times=N][,ms=N]>',
      `let calls go wrong: ${KINDS.join(', ')} (repeatable)`,
      fault,
    )
    .option('--distractors <n>', "add so many tools that are not the server's", distractors)
    .option('--distractors-like <tool>', 'let them look like this tool (repeatable)', names)
    .option('--latency <duration>', 'pass on every message of the agent so much later', duration)
    .addHelpText('after', EXAMPLES)
    .action((server: string | undefined, flags: Flags) => record(server, flags, context));
}

async function record(server: string | undefined, flags: Flags, context: Context): Promise<void> {
  const { runProxy } = await import('../../verbs/recording/proxy.js');
  const like = flags.distractorsLike;
  const wanted = flags.distractors ?? like?.length;
  const code = await runProxy({
    ...targetInput(server, flags, context),
    record: flags.record,
    format: flags.format,
    name: flags.name,
    faults: flags.fault ?? [],
    distractors: wanted
      ? { count: wanted, source: like ? { from: 'near_duplicate', of: like } : { from: 'catalog' } }
      : undefined,
    latency_ms: flags.latency,
    port: servedOn(flags),
    agent: { input: process.stdin, output: process.stdout, errors: process.stderr },
    log: tell,
    signal: context.signal,
  });
  context.exit(code);
}

function distractors(text: string): number {
  const value = count(text);
  if (value > MOST_DISTRACTORS)
    throw new InvalidArgumentError(`Write a whole number of at most ${MOST_DISTRACTORS}.`);
  return value;
}

/** `slow,tool=search,ms=200`: the words that `faults:` has in a suite. */
function fault(text: string, before: Fault[] = []): Fault[] {
  const [kind, ...rest] = text.split(',').map((word) => word.trim());
  const known = KINDS.find((one) => one === kind);
  if (known === undefined) throw new InvalidArgumentError(`Begin with one of ${KINDS.join(', ')}.`);
  const made: Fault = { kind: known, after: 0, times: 1 };
  for (const word of rest) {
    const [, key, value = ''] = /^(tool|after|times|ms)=(.+)$/.exec(word) ?? [];
    if (key === undefined)
      throw new InvalidArgumentError('Behind the kind write tool=NAME, after=N, times=N or ms=N.');
    if (key === 'tool') made.tool = value;
    else made[key as 'after' | 'times' | 'ms'] = count(value);
  }
  return [...before, made];
}

const EXAMPLES = `
Examples:
  $ mcptest proxy --record run.jsonl -- node server.js
  $ mcptest proxy weather --record run.json --format cassette
  $ mcptest proxy --http --port 8933 --record run.jsonl --url https://example.com/mcp
  $ mcptest proxy --record run.jsonl --fault slow,tool=search,ms=2000 --distractors 20 -- node server.js
`;
