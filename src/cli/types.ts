/** `mcptest types`: the tools of a server as TypeScript, for tests in code. */
import { Command } from 'commander';
import type { Context } from './context.js';
import { outputOption } from './options.js';
import { printOrWrite } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

export function typesCommand(context: Context): Command {
  return outputOption(targetOptions(new Command('types')))
    .summary('write the tools of a server as TypeScript')
    .description(
      'Write an interface with the arguments and the structured content of each tool, from the live catalogue. ' +
        'Tests in code use it as server<NotesTools>({ … }).',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .addHelpText('after', '\nExample:\n  $ mcptest types notes > tools.d.ts\n')
    .action(async (server: string | undefined, flags: TargetOptions & { output?: string }) => {
      const { typesOfTools } = await import('../verbs/tool-types.js');
      const written_by = `mcptest types${server === undefined ? '' : ` ${server}`}`;
      const report = await typesOfTools({ ...targetInput(server, flags, context), written_by });
      await printOrWrite(report.text, flags.output);
      await report.closing;
    });
}
