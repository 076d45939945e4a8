import { Command, Option } from 'commander';
import { EXIT } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import type { Context } from './context.js';
import { print, styleOf } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

export function diffCommand(context: Context): Command {
  return targetOptions(new Command('diff'))
    .summary('what changed between two catalogues')
    .description(
      'Class every change between two catalogues as breaking, risky or additive. Each side is a saved ' +
        'catalogue, a lock, a URL, or a server of the suite; the second may be --command or -- argv. Exit ' +
        'code 1 when a change is breaking or risky.',
    )
    .argument('<old>', 'a saved catalogue, a lock, a URL, or a server of the suite')
    .argument('[new]', 'the same')
    .addOption(new Option('--format <format>', 'how to print').choices(['pretty', 'json']).default('pretty'))
    .addHelpText('after', EXAMPLES)
    .action(
      async (
        before: string,
        after: string | undefined,
        flags: TargetOptions & { format: 'pretty' | 'json' },
      ) => {
        const { diffTargets } = await import('../verbs/diff.js');
        const { server: _, ...target } = targetInput(undefined, flags, context);
        const { diff, failed, closing } = await diffTargets({ ...target, before, after });
        if (flags.format === 'json') {
          await print(jsonText(diff));
        } else {
          const { renderDiff } = await import('../report/catalog/catalog-diff.js');
          await print(renderDiff(diff, styleOf(process.stdout)));
        }
        context.exit(failed ? EXIT.failed : EXIT.ok);
        await closing;
      },
    );
}

const EXAMPLES = `
Examples:
  $ mcptest diff before.json after.json
  $ mcptest diff mcptest.lock weather             what a server of the suite offers now
  $ mcptest diff before.json -- node server.js
`;
