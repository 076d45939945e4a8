/** The command that runs one test again, safe to paste into a POSIX shell and always one line. */
import { oneLine } from '../util/text.js';

export interface ReproInput {
  /** As the user would type it; left out for the default suite of the current folder. */
  path?: string;
  name: string;
  id: string;
}

export function reproLine({ path, ...row }: ReproInput): string {
  return ['mcptest run', ...(path === undefined ? [] : [pathWord(path)]), filterWords(row)].join(' ');
}

/** The command that scores one test again. */
export function scoreLine({ path, traces, ...row }: ReproInput & { traces: readonly string[] }): string {
  const config = path === undefined ? [] : ['--config', pathWord(path)];
  const files = traces.flatMap((file) => ['--trace', pathWord(file)]);
  return ['mcptest score', ...config, ...files, filterWords(row)].join(' ');
}

function filterWords({ name, id }: { name: string; id: string }): string {
  return `--filter ${oneLine(name) === name ? quoted(name) : `id:${id}`}`;
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
