/**
 * Completion scripts, made from the command tree: commands, options, the values that an option or argument
 * may take, and files where a path is wanted. The scripts are static: completing starts no process.
 */
import type { Command, Option } from 'commander';
import { REPORTER_NAMES } from './output/reporter-names.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

interface Word {
  word: string;
  about: string;
  /** What may follow; undefined for a flag. */
  value?: { choices: string[]; files: boolean };
}

interface Node {
  /** The commands that lead here, `''` for the program itself. */
  path: string;
  commands: Word[];
  options: Word[];
  /** What the arguments may be. */
  words: string[];
}

export function completionScript(program: Command, shell: Shell): string {
  const nodes = nodesOf(program, []);
  const make = { bash, zsh, fish }[shell];
  return make(nodes);
}

function nodesOf(command: Command, path: string[]): Node[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).map((one) => ({ word: one.name(), about: one.summary() }));
  const options = help.visibleOptions(command).flatMap(optionWords);
  const words = help.visibleArguments(command).flatMap((argument) => argument.argChoices ?? []);
  const own = { path: path.join(' '), commands, options, words };
  return [own, ...command.commands.flatMap((child) => nodesOf(child, [...path, child.name()]))];
}

/** Options that name a thing in a file or folder. */
const PATHS = /file|folder|suite|path|runs?\.{3}|base|run\b/;

function optionWords(option: Option): Word[] {
  const takes = option.required || option.optional;
  const value = takes ? { choices: choicesOf(option), files: PATHS.test(option.flags) } : undefined;
  return [option.short, option.long].flatMap((word) =>
    word ? [{ word, about: option.description.replace(/\s+/g, ' '), value }] : [],
  );
}

function choicesOf(option: Option): string[] {
  if (option.argChoices) return option.argChoices;
  const reporters =
    option.long === '--reporter' || REPORTER_NAMES.every((name) => option.description.includes(name));
  return reporters ? [...REPORTER_NAMES] : [];
}

function bash(nodes: Node[]): string {
  const cases = nodes.map(({ path, commands, options, words }) => {
    const list = [...commands, ...options].map(({ word }) => word);
    return `    ${quoted(path)}) words=${quoted([...list, ...words].join(' '))} ;;`;
  });
  const values = valueLines(nodes, (choices) => `values=${quoted(choices)}`);
  return `# bash completion for mcptest; made by: mcptest completion bash
_mcptest() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path='' words='' values='' word
  local i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    [[ $word == -- ]] && { COMPREPLY=($(compgen -f -- "$cur")); return; }
    case "\${path:+$path }$word" in
${commandPaths(nodes)
  .map((path) => `      ${quoted(path)}) path=${quoted(path)} ;;`)
  .join('\n')}
    esac
  done
  case "$path $prev" in
${values.join('\n')}
  esac
  if [[ -n $values ]]; then
    [[ $values == ' ' ]] && COMPREPLY=($(compgen -f -- "$cur")) || COMPREPLY=($(compgen -W "$values" -- "$cur"))
    return
  fi
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ $cur != -* && -n $path ]] && COMPREPLY+=($(compgen -f -- "$cur"))
}
complete -o filenames -F _mcptest mcptest
`;
}

/** Patterns over `path option`; a path value is a single space, for files. */
function valueLines(nodes: Node[], set: (choices: string) => string): string[] {
  return nodes.flatMap(({ path, options }) =>
    options.flatMap(({ word, value }) => {
      if (!value || (value.choices.length === 0 && !value.files)) return [];
      const choices = value.choices.length > 0 ? value.choices.join(' ') : ' ';
      return [`    ${quoted(`${path} ${word}`)}) ${set(choices)} ;;`];
    }),
  );
}

function commandPaths(nodes: Node[]): string[] {
  return nodes.map(({ path }) => path).filter((path) => path !== '');
}

function zsh(nodes: Node[]): string {
  const cases = nodes.map(({ path, commands, options, words }) => {
    const described = [...commands, ...options].map(({ word, about }) => quoted(`${colons(word)}:${about}`));
    const plain = words.map((word) => quoted(colons(word)));
    return `    ${quoted(path)}) words_here=(${[...described, ...plain].join(' ')}) ;;`;
  });
  const values = valueLines(nodes, (choices) => `values=${quoted(choices)}`);
  return `#compdef mcptest
# zsh completion for mcptest; made by: mcptest completion zsh
_mcptest() {
  local at='' values='' word i
  local -a words_here
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    [[ $word == -- ]] && { _files; return }
    case "\${at:+$at }$word" in
${commandPaths(nodes)
  .map((path) => `      ${quoted(path)}) at=${quoted(path)} ;;`)
  .join('\n')}
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  if [[ -n $values ]]; then
    [[ $values == ' ' ]] && { _files; return }
    compadd -- \${=values}
    return
  fi
  case "$at" in
${cases.join('\n')}
  esac
  _describe 'mcptest' words_here
  [[ -n $at && \${words[CURRENT]} != -* ]] && _files
}
if [[ $funcstack[1] == _mcptest ]]; then _mcptest "$@"; else compdef _mcptest mcptest; fi
`;
}

function fish(nodes: Node[]): string {
  const lines = nodes.flatMap(({ path, commands, options, words }) => {
    const when = quoted(path === '' ? '__fish_use_subcommand' : `__mcptest_at ${path}`);
    return [
      ...commands.map(
        ({ word, about }) => `complete -c mcptest -f -n ${when} -a ${word} -d ${quoted(about)}`,
      ),
      ...words.map((word) => `complete -c mcptest -n ${when} -a ${quoted(word)}`),
      ...options.map(({ word, about, value }) => {
        const name = word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`;
        return `complete -c mcptest -n ${when} ${name}${fishValue(value)} -d ${quoted(about)}`;
      }),
    ];
  });
  return `# fish completion for mcptest; made by: mcptest completion fish
function __mcptest_at
    set -l words (commandline -opc)
    set -l seen
    for word in $words[2..-1]
        string match -q -- '-*' $word; or set -a seen $word
    end
    set -l size (count $argv)
    test (count $seen) -ge $size; and test "$seen[1..$size]" = "$argv"
end
${lines.join('\n')}
`;
}

function fishValue(value: Word['value']): string {
  if (!value) return '';
  if (value.choices.length > 0) return ` -x -a ${quoted(value.choices.join(' '))}`;
  return value.files ? ' -r' : ' -x';
}

function colons(word: string): string {
  return word.replace(/:/g, '\\:');
}

/** The same in a POSIX shell and in fish. */
function quoted(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}
