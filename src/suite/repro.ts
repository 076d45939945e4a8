/** The command that runs one test again, safe to paste into a POSIX shell and always one line. */
import { oneLine } from '../util/text.js';

export interface ReproInput {
  /** As the user would type it; left out for the default suite of the current folder. */
  path?: string;
  /** What agent tests ran with in place of what the suite says. */
  models?: readonly string[];
  runs?: number;
  name: string;
  id: string;
}

export function reproLine({ path, models, runs, ...row }: ReproInput): string {
  const words = ['mcptest run'];
  if (path !== undefined) words.push(pathWord(path));
  if (models !== undefined) words.push('--models', shellWord(models.join(',')));
  if (runs !== undefined) words.push('--runs', String(runs));
  words.push(filterWords(row));
  return words.join(' ');
}

/** So many tests are named one by one. */
const MOST_NAMED = 3;

/**
 * The command of a test whose failure may need others before it. `all`: these are all that its servers answered
 * before, in a run of everything, and need not be named when they are many.
 */
export function reproAfter(
  repro: string,
  earlier: readonly { name: string; id: string }[],
  all: boolean,
): string {
  if (earlier.length > MOST_NAMED && all) return `${repro} --with-earlier`;
  return [repro, ...earlier.map(filterWords)].join(' ');
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
  return shellWord(path.startsWith('-') ? `./${path}` : path);
}

/** One word for the shell, whatever is in it. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  // Unlike a name it has no id to fall back on, so `printf` spells out what is hidden in it.
  return oneLine(text) === text
    ? quoted(text)
    : `"$(printf '${[...Buffer.from(text)].map(spelt).join('')}')"`;
}

function spelt(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[\w./-]/.test(char) ? char : `\\${byte.toString(8).padStart(3, '0')}`;
}
