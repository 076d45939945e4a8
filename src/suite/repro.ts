/** The command that runs one test again, safe to paste into a POSIX shell and always one line. */
import { oneLine } from '../util/text.js';

export interface ReproInput {
  /** As the user would type it; left out for the default suite of the current folder. */
  path?: string;
  name: string;
  id: string;
}

export function reproLine({ path, name, id }: ReproInput): string {
  const filter = oneLine(name) === name ? quoted(name) : `id:${id}`;
  return ['mcptest run', ...(path === undefined ? [] : [pathWord(path)]), '--filter', filter].join(' ');
}

/** Double quotes, or single ones where the text holds what double quotes would not protect. */
function quoted(text: string): string {
  return /[$`"\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}

function pathWord(path: string): string {
  const word = path.startsWith('-') ? `./${path}` : path;
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  // A path has no id to fall back on, so `printf` spells out what is hidden in it.
  return oneLine(word) === word
    ? quoted(word)
    : `"$(printf '${[...Buffer.from(word)].map(spelt).join('')}')"`;
}

function spelt(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[\w./-]/.test(char) ? char : `\\${byte.toString(8).padStart(3, '0')}`;
}
