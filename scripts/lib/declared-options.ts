/** Every option of every command, as it is declared. */
import type { Command, Option } from 'commander';
import { buildProgram } from '../../src/cli/program.js';
import { openRedactor } from '../../src/redact/open-redactor.js';

export interface DeclaredOption {
  /** As it is typed after `mcptest`: `run`, `tdqs score`. */
  command: string;
  /** `--output`. */
  word: string;
  /** `<file>`; empty for a flag. */
  value: string;
  about: string;
  /** An old spelling that still works: in no help, and it says what to write instead. */
  old: boolean;
}

export async function declaredOptions(): Promise<DeclaredOption[]> {
  return (await declaredCommands()).flatMap((command) =>
    command.options
      .filter(({ long }) => long !== '--debug')
      .map((option) => declaredOption(pathOf(command), option)),
  );
}

/** Commands that do something, groups flattened. */
export async function declaredCommands(): Promise<Command[]> {
  const program = await buildProgram({
    signal: new AbortController().signal,
    redactor: openRedactor({}),
    exit: () => {},
  });
  return leaves(program);
}

export function pathOf(command: Command): string {
  const names: string[] = [];
  for (let at: Command | null = command; at?.parent; at = at.parent) names.unshift(at.name());
  return names.join(' ');
}

function leaves(program: Command): Command[] {
  return program.commands.flatMap((command) => (command.commands.length > 0 ? leaves(command) : [command]));
}

function declaredOption(command: string, { long, flags, description, hidden }: Option): DeclaredOption {
  const value = /[<[].*[>\]]/.exec(flags)?.[0] ?? '';
  return { command, word: long ?? flags, value, about: description, old: hidden };
}
