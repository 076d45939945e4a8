/** One shell-quoted string → an argument vector. Quotes and backslashes only: nothing is expanded. */
import { McptestError } from '../util/errors.js';

export function splitCommand(text: string): string[] {
  const argv: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (quote === "'") {
      if (char === "'") quote = '';
      else word += char;
    } else if (char === '\\' && (quote === '' || /["\\$`]/.test(text[i + 1] ?? ''))) {
      i += 1;
      word = (word ?? '') + (text[i] ?? '');
    } else if (quote === '"') {
      if (char === '"') quote = '';
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) argv.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (quote) throw badCommand(text, `the ${quote} is not closed`);
  if (word !== undefined) argv.push(word);
  if (argv.length === 0) throw badCommand(text, 'it is empty');
  return argv;
}

function badCommand(text: string, why: string): McptestError {
  return new McptestError({
    code: 'bad-command',
    message: `cannot read the command ${JSON.stringify(text)}: ${why}`,
    hint: 'Quote it as for a shell, or put the words after `--`.',
  });
}
