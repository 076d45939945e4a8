import { Command } from 'commander';
import { EXIT } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import type { Context } from './context.js';
import { formatOption, outputOption } from './options.js';
import { printOrWrite, reportStyle } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

const FORMATS = ['pretty', 'json', 'html'] as const;

interface Flags extends TargetOptions {
  format: (typeof FORMATS)[number];
  output?: string;
}

export function diffCommand(context: Context): Command {
  return outputOption(formatOption(targetOptions(new Command('diff')), FORMATS))
    .summary('what changed between two catalogues')
    .description(
      'Class every change between two catalogues as breaking, risky or additive. Each side is a saved ' +
        'catalogue, a lock, a URL, or a server of the suite; the second may be --command or -- argv. Exit ' +
        'code 1 when a change is breaking or risky.',
    )
    .argument('<old>', 'a saved catalogue, a lock, a URL, or a server of the suite')
    .argument('[new]', 'the same')
    .addHelpText('after', EXAMPLES)
    .action(async (before: string, after: string | undefined, flags: Flags) => {
      const { diffTargets } = await import('../verbs/diff.js');
      const { server: _, ...target } = targetInput(undefined, flags, context);
      const { diff, failed, catalogs, closing } = await diffTargets({ ...target, before, after });
      const text = {
        pretty: async () =>
          (await import('../report/catalog/catalog-diff.js')).renderDiff(diff, reportStyle(flags.output)),
        html: async () => (await import('../report/catalog/diff-html.js')).diffHtml(diff, catalogs),
        json: async () => jsonText(diff),
      }[flags.format];
      await printOrWrite(await text(), flags.output);
      context.exit(failed ? EXIT.failed : EXIT.ok);
      await closing;
    });
}

const EXAMPLES = `
Examples:
  $ mcptest diff before.json after.json
  $ mcptest diff mcptest.lock weather             # what a server of the suite offers now
  $ mcptest diff before.json -- node server.js
`;
