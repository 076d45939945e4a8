/** A command line that cannot be read: what is wrong with which word, and where to see what is right. */
import type { Command, CommanderError } from 'commander';
import { didYouMean } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';

/** So many names fit into a hint; more are for the help. */
const LISTED = 8;

export function unknownCommand(parent: Command, word: string): McptestError {
  const names = parent.commands.map((command) => command.name());
  const near = didYouMean(word, names);
  const isTop = parent.parent === null;
  const help = `\`mcptest ${isTop ? '' : `${parent.name()} `}--help\` lists the commands.`;
  const known = names.length > LISTED ? '' : `It has ${names.join(', ')}. `;
  return new McptestError({
    code: 'unknown-command',
    message: `${isTop ? 'there is' : `${parent.name()} has`} no command ${JSON.stringify(word)}`,
    hint: near === undefined ? `${known}${help}` : `Did you mean ${near}? ${help}`,
  });
}

/** The words of the parser, which knows the option and the value but neither our tone nor the next step. */
export function usageError(
  error: CommanderError & { path?: string; options?: (string | undefined | null)[] },
): McptestError {
  const [text = '', near = ''] = error.message.replace(/^error: /, '').split('\n');
  const { path = '', options = [] } = error;
  const help = `\`mcptest ${path && `${path} `}--help\` lists arguments and options.`;
  return new McptestError({
    code: 'bad-usage',
    message: `${path && `${path}: `}${inOurWords(text)}`,
    hint: `${otherKind(text, options) ?? near.replace(/^\((.*)\)$/, '$1 ')}${help}`,
  });
}

/** Runs have reporters and everything else has formats: who writes the one for the other is told which it is here. */
function otherKind(text: string, options: readonly unknown[]): string | undefined {
  if (!/^unknown option '--(?:format|reporter|json)\b/.test(text)) return undefined;
  const kind = ['--reporter', '--format'].find((option) => options.includes(option));
  return kind === undefined ? '' : `Here it is ${kind}, as in ${kind} json. `;
}

/** A pattern of the parser's text, and ours. */
const OURS: [RegExp, string][] = [
  [/^option '(--?[\w-]+)[^']*' argument '(.*)' is invalid\. ?(.*)$/s, "$1 cannot be '$2'. $3"],
  [/^command-argument value '(.*)' is invalid for argument '(.*)'\. ?(.*)$/s, "$2 cannot be '$1'. $3"],
  [/Allowed choices are (.*)\.$/, 'Write one of $1.'],
  [/^unknown option '(.*)'$/, 'there is no option $1'],
  [/^option '(.*)' argument missing$/, '$1 needs a value'],
  [/^required option '(.*)' not specified$/, '$1 is missing'],
  [/^missing required argument '(.*)'$/, 'the argument $1 is missing'],
  [
    /^too many arguments.*Expected (\d+) arguments? but got (\d+).*$/,
    'there are $2 arguments, and it takes $1 at most',
  ],
  [/^option '(--?[\w-]+)[^']*' cannot be used with option '(--?[\w-]+).*$/, '$1 and $2 exclude each other'],
];

function inOurWords(text: string): string {
  return OURS.reduce((words, [pattern, ours]) => words.replace(pattern, ours), text).trim();
}
