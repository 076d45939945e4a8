import { Command } from 'commander';
import type { Context } from './context.js';
import { portOption, workspaceOption } from './options.js';
import { print, tell } from './output/terminal.js';

export function viewCommand(context: Context): Command {
  return workspaceOption(portOption(new Command('view')))
    .summary('look at saved runs in a browser')
    .description(
      'Serve saved runs on 127.0.0.1: the list with its trends, each run, two side by side, and what is running now.',
    )
    .argument(
      '[what]',
      'a JSON report, a workspace folder, or a snapshot link (the workspace of this folder)',
    )
    .addHelpText(
      'after',
      "\nExamples:\n  $ mcptest view\n  $ mcptest view run.json\n  $ mcptest view 'http://127.0.0.1:8123/snapshot#/z/...'\n",
    )
    .action(async (what: string | undefined, flags: { port?: number; workspace?: string }) => {
      const { openLibrary } = await import('../viewer/library.js');
      const { fragmentOf } = await import('../viewer/snapshot-link.js');
      const { serveViewer } = await import('../viewer/serve.js');
      const fragment = what === undefined ? undefined : fragmentOf(what);
      const library = openLibrary(fragment ? undefined : what, process.cwd(), flags.workspace);
      const viewer = await serveViewer({ library, port: flags.port ?? 0, redactor: context.redactor });
      await print(`${fragment ? `${viewer.origin}/snapshot#${fragment}` : viewer.url}\n`);
      tell('Open the address in a browser. Ctrl+C ends the viewer.');
      await new Promise<void>((done) => {
        if (context.signal.aborted) done();
        else context.signal.addEventListener('abort', () => done(), { once: true });
      });
      await viewer.close();
    });
}
