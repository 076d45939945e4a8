import { Argument, Command } from 'commander';
import { completionScript, SHELLS, type Shell } from './completion-script.js';
import { print } from './output/terminal.js';

/** `program` is asked for late: the tree that is completed holds this command too. */
export function completionCommand(program: () => Command): Command {
  return new Command('completion')
    .summary('print a completion script for a shell')
    .description('Print a script that completes commands, options, reporters and paths.')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell) => {
      await print(completionScript(program(), shell));
    });
}

const EXAMPLES = `
Examples:
  $ mcptest completion bash > ~/.local/share/bash-completion/completions/mcptest
  $ mcptest completion zsh > "\${fpath[1]}/_mcptest"
  $ mcptest completion fish > ~/.config/fish/completions/mcptest.fish
`;
