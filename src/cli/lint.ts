import { Command } from 'commander';
import { compute } from '../util/awaited.js';
import { EXIT } from '../util/errors.js';
import { plural } from '../util/text.js';
import { VERSION } from '../util/version.js';
import type { Context } from './context.js';
import {
  formatOption,
  fromOption,
  names,
  outputOption,
  type SeverityWord,
  severityOptions,
} from './options.js';
import { printOrWrite, reportStyle, tell } from './output/terminal.js';
import { readsFilesOnly, type TargetOptions, targetInput, targetOptions } from './target-options.js';

const FORMATS = ['pretty', 'json', 'sarif', 'github', 'md', 'html', 'agent'] as const;
const SHOW_TOKENS = new Set<Flags['format']>(['json', 'html']);

interface Flags extends TargetOptions {
  from?: string[];
  rule?: string[];
  severity?: SeverityWord;
  failOn: SeverityWord;
  clients?: string | true;
  fix?: boolean;
  dryRun?: boolean;
  format: (typeof FORMATS)[number];
  output?: string;
}

export function lintCommand(context: Context): Command {
  const command = fromOption(targetOptions(new Command('lint')))
    .summary('check descriptions and schemas of tools')
    .description(
      'Check the descriptions (DESC) and input schemas (SCH) of tools, worst first, each with its fix. ' +
        'Without a target every server of the suite is checked. Nothing is sent anywhere.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .option('--rule <id>', 'run only this rule or family (repeatable)', names)
    .option(
      '--clients [file]',
      'compare with what clients do to tools: also runs the CLI rules; a file can add clients, or correct the known ones',
    )
    .option('--fix', 'fix SCH-001 and SCH-002 in the files given by --from')
    .option('--dry-run', 'show what would be done, and do nothing: the patch of --fix')
    .addHelpText('after', EXAMPLES)
    .action(async (server: string | undefined, flags: Flags) => {
      const verbs = await import('../verbs/lint.js');
      const input = { ...targetInput(server, flags, context), from: flags.from, rules: flags.rule };
      if (flags.fix) {
        const { fixes, patch } = await verbs.fixSaved({ ...input, write: !flags.dryRun });
        await printOrWrite(patch, flags.output);
        tell(`${plural(fixes.length, 'fix', 'fixes')}${flags.dryRun ? ', nothing written' : ''}`);
        return;
      }
      const { clients, severity, failOn } = flags;
      const judge = SHOW_TOKENS.has(flags.format) ? verbs.lint : verbs.lintUncounted;
      const look = () => judge({ ...input, clients, severity, fail_on: failOn });
      const report = await (readsFilesOnly(server, flags, context) ? compute(look) : look());
      const { findingsFormats } = await import('../report/findings/findings.js');
      const style = reportStyle(flags.output);
      const text = findingsFormats[flags.format](report, {
        command: 'lint',
        ...style,
        version: VERSION,
        rules: await verbs.lintRules({ clients }),
        place: report.place,
        catalogs: report.catalogs,
      });
      await printOrWrite(text, flags.output);
      context.exit(report.failed ? EXIT.failed : EXIT.ok);
      await report.closing;
    });
  return severityOptions(outputOption(formatOption(command, FORMATS)), 'critical');
}

const EXAMPLES = `
Examples:
  $ mcptest lint                                # check every server of the suite
  $ mcptest lint -- node server.js
  $ mcptest lint --from tools.json --fail-on warning
  $ mcptest lint --from tools.json --fix --dry-run
  $ mcptest lint --format sarif --output lint.sarif
`;
