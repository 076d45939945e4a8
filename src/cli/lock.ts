import { relative } from 'node:path';
import { Command, Option } from 'commander';
import { EXIT } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import { plural } from '../util/text.js';
import type { LockReport } from '../verbs/lock.js';
import type { Context } from './context.js';
import { print, styleOf, tell } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

interface Flags extends TargetOptions {
  from?: string;
  file?: string;
  check?: boolean;
  update?: boolean;
  format: 'pretty' | 'json';
}

export function lockCommand(context: Context): Command {
  return targetOptions(new Command('lock'))
    .summary('pin what servers offer, and see what changed')
    .description(
      'Pin names, titles, descriptions, schemas, annotations and instructions in mcptest.lock. Without a ' +
        'target every server of the suite is pinned. When something changed since, the change is shown and ' +
        'the file is left as it was; exit code 1 when it is breaking or risky.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .option('--from <file>', 'pin a saved catalogue in place of a live server')
    .option('--file <file>', 'the lock (default: mcptest.lock in the project folder)')
    .addOption(new Option('--check', 'compare only, never write').conflicts('update'))
    .option('--update', 'accept what is there now')
    .addOption(new Option('--format <format>', 'how to print').choices(['pretty', 'json']).default('pretty'))
    .addHelpText('after', EXAMPLES)
    .action(async (server: string | undefined, flags: Flags) => {
      const { lockCatalogs } = await import('../verbs/lock.js');
      const { from, file, check, update } = flags;
      const report = await lockCatalogs({
        ...targetInput(server, flags, context),
        from,
        file,
        check,
        update,
      });
      if (flags.format === 'json') {
        const { closing: _, ...shown } = report;
        await print(jsonText(shown));
      } else {
        const { renderDiff } = await import('../report/catalog/catalog-diff.js');
        if (report.diff.changes.length > 0) await print(renderDiff(report.diff, styleOf(process.stdout)));
        tell(outcomeText(report));
      }
      context.exit(report.failed ? EXIT.failed : EXIT.ok);
      await report.closing;
    });
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
  $ mcptest lock                          pin every server of the suite
  $ mcptest lock --check                  in CI: fail when a pinned definition changed
  $ mcptest lock weather --update         accept what one server offers now
  $ mcptest lock -- npx -y some-mcp-server
`;
