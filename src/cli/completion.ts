import { Argument, Command } from 'commander';
import { completionScript, SHELLS, type Shell } from './completion-script.js';
import { outputOption } from './options.js';
import { printOrWrite } from './output/terminal.js';

/** `program` is asked for late: the tree that is completed holds this command too. */
export function completionCommand(program: () => Command): Command {
  return outputOption(new Command('completion'))
    .summary('print a completion script for a shell')
    .description('Print a script that completes commands, options, reporters and paths.')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell, { output }: { output?: string }) => {
      await printOrWrite(completionScript(program(), shell), output);
    });
}

const EXAMPLES = `
Examples:
  $ mcptest completion bash > ~/.local/share/bash-completion/completions/mcptest
  $ mcptest completion zsh > "\${fpath[1]}/_mcptest"
  $ mcptest completion fish > ~/.config/fish/completions/mcptest.fish
`;
