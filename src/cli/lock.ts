import { relative } from 'node:path';
import { Command, Option } from 'commander';
import { EXIT } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import { plural } from '../util/text.js';
import type { LockReport } from '../verbs/lock.js';
import type { Context } from './context.js';
import { formatOption, fromOption, outputOption, renamed } from './options.js';
import { printOrWrite, reportStyle, tell } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

const FORMATS = ['pretty', 'json'] as const;

interface Flags extends TargetOptions {
  from?: string[];
  lock?: string;
  check?: boolean;
  update?: boolean;
  format: (typeof FORMATS)[number];
  output?: string;
}

export function lockCommand(context: Context): Command {
  const command = outputOption(formatOption(fromOption(targetOptions(new Command('lock'))), FORMATS))
    .summary('pin what servers offer, and see what changed')
    .description(
      'Pin names, titles, descriptions, schemas, annotations and instructions in mcptest.lock. Without a ' +
        'target every server of the suite is pinned. When something changed since, the change is shown and ' +
        'the file is left as it was; exit code 1 when it is breaking or risky.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .option('--lock <file>', 'the lock file: mcptest.lock in the project folder unless given')
    .addOption(new Option('--check', 'compare only, never write').conflicts('update'))
    .option('--update', 'accept what is there now')
    .addHelpText('after', EXAMPLES)
    .action(async (server: string | undefined, flags: Flags) => {
      const { lockCatalogs } = await import('../verbs/lock.js');
      const { from, lock, check, update, output } = flags;
      const report = await lockCatalogs({
        ...targetInput(server, flags, context),
        from,
        lock,
        check,
        update,
      });
      if (flags.format === 'json') {
        const { closing: _, ...shown } = report;
        await printOrWrite(jsonText(shown), output);
      } else {
        const { renderDiff } = await import('../report/catalog/catalog-diff.js');
        if (report.diff.changes.length > 0)
          await printOrWrite(renderDiff(report.diff, reportStyle(output)), output);
        tell(outcomeText(report));
      }
      context.exit(report.failed ? EXIT.failed : EXIT.ok);
      await report.closing;
    });
  return renamed(command, '--file <file>', '--lock');
}

function outcomeText({ outcome, file, servers, tools }: LockReport): string {
  const what = `${plural(tools, 'tool')} of ${plural(servers, 'server')}`;
  const where = relative(process.cwd(), file) || file;
  if (outcome === 'written') return `pinned ${what} in ${where}`;
  if (outcome === 'unchanged') return `${what} as pinned in ${where}`;
  return `${where} was left as it was; mcptest lock --update accepts the changes`;
}

const EXAMPLES = `
Examples:
  $ mcptest lock                          # pin every server of the suite
  $ mcptest lock --check                  # in CI: fail when a pinned definition changed
  $ mcptest lock weather --update         # accept what one server offers now
  $ mcptest lock -- npx -y some-mcp-server
`;
