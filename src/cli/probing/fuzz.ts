import { Command } from 'commander';
import { jsonText } from '../../util/printable-json.js';
import type { FuzzReport } from '../../verbs/probing/fuzz.js';
import type { Context } from '../context.js';
import { atLeastOne, count, formatOption, loudnessOptions, names, outputOption } from '../options.js';
import { type Loudness, printOrWrite, reportStyle } from '../output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from '../target-options.js';

const FORMATS = ['pretty', 'json', 'md', 'junit', 'sarif', 'html', 'github', 'tap', 'agent'] as const;

interface Flags extends TargetOptions, Loudness {
  tool?: string[];
  seed?: number;
  cases?: number;
  maxCallMs?: number;
  allowWrites?: boolean;
  allowDestructive?: boolean;
  strict?: boolean;
  format: (typeof FORMATS)[number];
  output?: string;
}

export function fuzzCommand(context: Context): Command {
  const command = targetOptions(new Command('fuzz'))
    .summary('call tools with unexpected input')
    .description(
      'Call tools with inputs made from their schemas: at the limits, beyond them, and hostile ones. A server may refuse; it ' +
        'must not crash, hang, break the protocol, leak internals, or accept what its schema forbids. Tools that ' +
        'only read are called; others when they are named or allowed.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .option('--tool <name>', 'only this tool (repeatable)', names)
    .option('--seed <n>', 'another number makes other choices: other inputs (1)', count)
    .option('--cases <n>', 'how many inputs, over all tools together (50 for each, at least 200)', atLeastOne)
    .option(
      '--max-call-ms <n>',
      'a call that takes longer counts as hanging, in milliseconds (3000)',
      atLeastOne,
    )
    .option('--allow-writes', 'also call tools that may change something')
    .option('--allow-destructive', 'also call tools that may destroy something')
    .option('--strict', 'also fail if the server ignores a field that its schema forbids')
    .addHelpText('after', EXAMPLES)
    .action(async (server: string | undefined, flags: Flags) => {
      const { fuzz } = await import('../../verbs/probing/fuzz.js');
      const report = await fuzz({
        ...targetInput(server, flags, context),
        tools: flags.tool,
        seed: flags.seed,
        cases: flags.cases,
        max_call_ms: flags.maxCallMs,
        allow_writes: flags.allowWrites,
        allow_destructive: flags.allowDestructive,
        strict: flags.strict,
      });
      await show(report, flags);
      context.exit(report.exit_code);
    });
  return loudnessOptions(outputOption(formatOption(command, FORMATS)));
}

async function show(report: FuzzReport, flags: Flags): Promise<void> {
  const { format, output, verbose, quiet } = flags;
  const { envelope, ...result } = report;
  if (format === 'json') return printOrWrite(jsonText(result), output);
  if (format === 'md') {
    const { fuzzMarkdown } = await import('../../report/fuzz/fuzz-markdown.js');
    return printOrWrite(fuzzMarkdown(result), output);
  }
  if (format === 'pretty') {
    const { fuzzPretty } = await import('../../report/fuzz/fuzz-pretty.js');
    return printOrWrite(fuzzPretty(result, { color: reportStyle(output).color, verbose, quiet }), output);
  }
  const { writeReports } = await import('../output/reports.js');
  await writeReports(await envelope(), [{ reporter: format, path: output }], { verbose, quiet, told: true });
}

const EXAMPLES = `
Examples:
  $ mcptest fuzz weather                              # every tool that only reads
  $ mcptest fuzz --tool search --cases 500 -- node server.js
  $ mcptest fuzz weather --seed 7 --format json --output fuzz.json
`;
