/** One shell-quoted string → an argument vector. Quotes and backslashes only: nothing is expanded. */
import { McptestError } from '../util/errors.js';

/** A piece of a word, or the space between two. In double quotes a backslash escapes only what it must. */
const PIECE = /(\s+)|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S]?)|([^\s'"\\]+)/y;

export function splitCommand(text: string): string[] {
  const argv: string[] = [];
  let word: string | undefined;
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < text.length) {
    const at = PIECE.lastIndex;
    const piece = PIECE.exec(text);
    if (piece === null) throw badCommand(text, `the ${text[at]} is not closed`);
    const [, space, single, double, escaped, bare] = piece;
    if (space === undefined) {
      word = `${word ?? ''}${single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? bare}`;
      continue;
    }
    if (word !== undefined) argv.push(word);
    word = undefined;
  }
  if (word !== undefined) argv.push(word);
  if (argv.length === 0) throw badCommand(text, 'it is empty');
  return argv;
}

function badCommand(text: string, reason: string): McptestError {
  return new McptestError({
    code: 'bad-command',
    message: `cannot read the command ${JSON.stringify(text)}: ${reason}`,
    hint: 'Quote it as for a shell, or put the words after `--`.',
  });
}
