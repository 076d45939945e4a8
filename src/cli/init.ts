import { Command } from 'commander';
import { oneLine, plural } from '../util/text.js';
import type { InitInput } from '../verbs/init.js';
import { askForTarget } from './ask-for-target.js';
import type { Context } from './context.js';
import { print, tell } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

interface Flags extends TargetOptions {
  output?: string;
  force?: boolean;
  ci?: boolean;
  registry?: boolean;
}

const ASKING = { command: 'init', heading: 'Servers that this project declares:' } as const;

export function initCommand(context: Context): Command {
  return targetOptions(new Command('init'))
    .summary('write a first suite for a server')
    .description(
      'Look at a server and write a suite that passes. The server is given by --url, --command or -- argv, or it ' +
        'is one that the project declares for an MCP client. On a terminal, what is missing is asked for. Only ' +
        'tools that read are called.',
    )
    .argument('[server]', 'a server that the project declares for an MCP client, or a URL')
    .option('--output <file>', 'write to this file: mcptest.yml unless given')
    .option(
      '--ci',
      'also write .github/workflows/mcptest.yml; if there is a suite already, write only this file',
    )
    .option('--registry', 'draft server.json for the MCP registry from package.json, and write no suite')
    .option('--force', 'overwrite what is there')
    .addHelpText('after', EXAMPLES)
    .action(async (server: string | undefined, flags: Flags) => {
      if (flags.registry) return draft(flags);
      const { addWorkflow, declaredInProject, init } = await import('../verbs/init.js');
      const given: InitInput = {
        ...targetInput(server, flags, context),
        file: flags.output,
        force: flags.force,
        ci: flags.ci,
      };
      const added = await addWorkflow(given);
      if (added !== undefined) return print(`${added}: runs the suites of this folder on GitHub\n`);
      const named = [given.server, given.url, given.command].some((one) => one !== undefined);
      const asks = !named && process.stdin.isTTY && process.stderr.isTTY;
      const input = asks
        ? { ...given, ...(await askForTarget(await declaredInProject(given), ASKING, context.signal)) }
        : given;
      const report = await init(input);
      const [suite, workflow] = report.files;
      await print(`${suite}: ${plural(report.tests, 'test')} of ${oneLine(report.server)}, all passing\n`);
      if (workflow) await print(`${workflow}: runs them on GitHub\n`);
      if (report.left.length > 0)
        tell(`not tested: ${oneLine(report.left.map(({ tool }) => tool).join(', '))}; the suite says why`);
      for (const note of report.notes) tell(`note: ${oneLine(note)}`);
      const path = suite === 'mcptest.yml' || suite === 'mcptest.yaml' ? '' : ` ${suite}`;
      tell(`next: mcptest run${path}`);
    });
}

async function draft({ output, force }: Flags): Promise<void> {
  const { draftRegistry } = await import('../verbs/audit/draft-registry.js');
  const { file, name, notes } = await draftRegistry({ file: output, force });
  await print(`${file}: a draft for ${oneLine(name)}\n`);
  for (const note of notes) tell(`to do: ${oneLine(note)}`);
  tell('next: mcptest audit -- <the command that starts your server>');
}

const EXAMPLES = `
Examples:
  $ mcptest init
  $ mcptest init --registry
  $ mcptest init -- node server.js
  $ mcptest init --url https://example.com/mcp --bearer-token-env MCP_TOKEN --ci
`;
