import { Command, Option } from 'commander';
import type { Grade } from '../../types/conformance.js';
import type { Context } from '../context.js';
import { formatOption, loudnessOptions, names, outputOption } from '../options.js';
import { type Loudness, printOrWrite, reportStyle, tell } from '../output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from '../target-options.js';

const FORMATS = ['pretty', 'json', 'md', 'html', 'sarif', 'junit', 'badge', 'shields'] as const;
const GRADES = ['A+', 'A', 'B', 'C', 'D'] as const;

interface Flags extends TargetOptions, Loudness {
  revision?: string;
  only?: string[];
  allowCalls?: string[];
  baseline?: string;
  update?: boolean;
  compare?: string;
  failUnder?: Grade;
  format: (typeof FORMATS)[number];
  output?: string;
}

export function conformanceCommand(context: Context): Command {
  const command = targetOptions(new Command('conformance'))
    .summary('check a server against the specification')
    .description(
      'Check a server against the specification of MCP, over stdio or HTTP, as far as its capabilities go, and grade it. Tools ' +
        'are called only if they only read or may be repeated, and never if they are destructive. Exit code 1 when a MUST is ' +
        'broken, 3 when one could not be tested.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .option('--revision <date>', 'judge by this revision, such as 2025-11-25')
    .option('--only <id>', 'run only this check or family, such as C-LIST-* (repeatable)', names)
    .option('--allow-calls <tool>', 'call this tool as well, unless it is destructive (repeatable)', names)
    .option(
      '--baseline <file>',
      'a file of what is accepted: failures; new ones fail, and so do entries that no longer apply',
    )
    .option('--update', 'accept what is there now: write all failures to --baseline')
    .option('--compare <file>', 'show what changed since an earlier result: a scorecard; a worse grade fails')
    .addOption(new Option('--fail-under <bar>', 'exit 1 below this bar: a grade').choices(GRADES))
    .addHelpText('after', EXAMPLES)
    .action((server: string | undefined, flags: Flags) => checkServer(server, flags, context));
  return loudnessOptions(outputOption(formatOption(command, FORMATS)));
}

async function checkServer(server: string | undefined, flags: Flags, context: Context): Promise<void> {
  const { checkConformance } = await import('../../verbs/probing/conformance.js');
  const report = await checkConformance({
    ...targetInput(server, flags, context),
    revision: flags.revision,
    only: flags.only,
    allow_calls: flags.allowCalls,
    baseline: flags.baseline,
    update: flags.update,
    compare: flags.compare,
    fail_under: flags.failUnder,
  });
  const { conformanceFormats } = await import('../../report/conformance/formats.js');
  const { verbose, quiet } = flags;
  const text = conformanceFormats[flags.format](report, { ...reportStyle(flags.output), verbose, quiet });
  await printOrWrite(text, flags.output);
  for (const note of report.notes) tell(note);
  context.exit(report.exit_code);
  await report.closing;
}

const EXAMPLES = `
Examples:
  $ mcptest conformance -- node server.js                  # check a server over stdio
  $ mcptest conformance http://127.0.0.1:3000/mcp          # check one over HTTP
  $ mcptest conformance weather --only C-LIST-*            # check the lists of a declared server
  $ mcptest conformance --format json --output card.json   # keep the scorecard
`;
