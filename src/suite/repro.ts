/** The command that runs one test again, safe to paste into a POSIX shell and always one line. */
import type { Selection } from '../types/plan.js';
import { oneLine } from '../util/text.js';

export interface ReproInput {
  /** As the user would type it; left out for the default suite of the current folder. */
  path?: string;
  /** What agent tests ran with in place of what the suite says. */
  models?: readonly string[];
  runs?: number;
  given?: Given;
  name: string;
  id: string;
}

/** What the command line said that decides how a test ends, beside the suite. */
export interface Given {
  profile?: string;
  vars?: Readonly<Record<string, string>>;
  /** Milliseconds for one test. */
  timeout_ms?: number;
  /** Do every test this many times; all must pass. */
  repeat?: number;
  lenient_stdout?: boolean;
  live?: boolean;
}

export function reproLine({ path, models, runs, given = {}, ...row }: ReproInput): string {
  const words = ['mcptest run'];
  if (path !== undefined) words.push(pathWord(path));
  words.push(...givenWords(given), ...agentWords({ models, runs }));
  words.push(filterWords(row));
  return words.join(' ');
}

interface WholeRun extends Pick<Selection, 'filter' | 'tags' | 'skip_tags'> {
  paths?: readonly string[];
  models?: readonly string[];
  runs?: number;
}

/** The command that does a whole run again, whatever it selected. */
export function runLine({ paths = [], ...input }: WholeRun & Given): string {
  const words = ['mcptest run', ...paths.map(pathWord), ...givenWords(input), ...agentWords(input)];
  return [...words, ...chosenWords(input)].join(' ');
}

function chosenWords({ filter = [], tags = [], skip_tags = [] }: WholeRun): string[] {
  return [
    ...tags.map((tag) => `--tag ${shellWord(tag)}`),
    ...skip_tags.map((tag) => `--skip-tag ${shellWord(tag)}`),
    ...[filter].flat().map((text) => `--filter ${shellWord(text)}`),
  ];
}

function agentWords({ models, runs }: Pick<WholeRun, 'models' | 'runs'>): string[] {
  return [
    ...(models === undefined ? [] : ['--models', shellWord(models.join(','))]),
    ...(runs === undefined ? [] : ['--runs', String(runs)]),
  ];
}

function givenWords({ vars = {}, ...given }: Given): string[] {
  const { profile, timeout_ms, repeat } = given;
  const words = [
    ...(profile === undefined ? [] : ['--profile', shellWord(profile)]),
    ...Object.entries(vars).flatMap(([name, value]) => ['--var', shellWord(`${name}=${value}`)]),
    ...(timeout_ms === undefined ? [] : ['--timeout', `${timeout_ms}ms`]),
    ...(repeat === undefined ? [] : ['--repeat', String(repeat)]),
  ];
  if (given.lenient_stdout) words.push('--lenient-stdout');
  if (given.live) words.push('--live');
  return words;
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

interface ScoreLineInput extends ReproInput, ScoreRead {}

interface ScoreRead {
  traces: readonly string[];
  trace_format?: string;
  /** Saved catalogues, as `FILE` or `server=FILE`. */
  from?: readonly string[];
}

/** The command that scores one test again. */
export function scoreLine({ path, given = {}, ...input }: ScoreLineInput): string {
  const paths = path === undefined ? [] : [path];
  return [...scoreWords(paths, given, input), filterWords(input)].join(' ');
}

/** The command that scores everything again. */
export function scoreAllLine({ paths = [], ...input }: WholeRun & Given & ScoreRead): string {
  return [...scoreWords(paths, input, input), ...chosenWords(input)].join(' ');
}

function scoreWords(
  paths: readonly string[],
  given: Given,
  { trace_format: format, ...read }: ScoreRead,
): string[] {
  return [
    'mcptest score',
    ...paths.flatMap((path) => ['--config', pathWord(path)]),
    ...givenWords(given),
    ...(format === undefined ? [] : ['--trace-format', format]),
    ...(read.from ?? []).flatMap((file) => ['--from', pathWord(file)]),
    ...read.traces.flatMap((file) => ['--trace', pathWord(file)]),
  ];
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
