/** `--reporter name[=path]` and `--output`: which report goes where, checked before anything runs. */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { RunEnvelope } from '../../types/envelope.js';
import type { Reporter, RunSince } from '../../types/reporter.js';
import { didYouMean } from '../../util/did-you-mean.js';
import { McptestError } from '../../util/errors.js';
import { visible } from '../../util/text.js';
import { REPORTER_NAMES } from './reporter-names.js';
import { type Loudness, print, reportStyle, styleOf, type TextStyle, tell, writeOut } from './terminal.js';

export type ReporterName = (typeof REPORTER_NAMES)[number];

export interface Destination {
  reporter: ReporterName;
  /** Stdout when absent. */
  path?: string;
}

/** Where a page goes when no file is named. */
const HTML_FILE = 'mcptest-report.html';

/** `read` are the files that the command was told to read: no report may take their place. */
export function destinations(wanted: string[] = [], output?: string, read: string[] = []): Destination[] {
  const list: Destination[] = wanted.flatMap(splitReporters).map((word) => {
    const at = word.indexOf('=');
    const name = at < 0 ? word : word.slice(0, at);
    return { reporter: reporterName(name), path: at < 0 ? undefined : word.slice(at + 1) };
  });
  if (list.length === 0) list.push({ reporter: 'pretty' });
  const [open, ...others] = list.filter((destination) => destination.path === undefined);
  if (others.length > 0) {
    throw usage('two reports would go to stdout', 'Give all but one a file: --reporter junit=junit.xml.');
  }
  if (output !== undefined && open === undefined)
    throw usage('--output has no report to write', 'Every --reporter names its own file.');
  if (output !== undefined && open !== undefined) open.path = output;
  // Nobody reads a page in a terminal.
  else if (open?.reporter === 'html' && process.stdout.isTTY) open.path = HTML_FILE;
  const taken = new Set<string>();
  for (const { path } of list) {
    if (path === undefined) continue;
    checkPath(path);
    refuseInput(path, read);
    const file = fileOf(path);
    if (file === undefined) continue;
    if (taken.has(file)) throw usage(`two reports would be written to ${path}`, 'Give each its own file.');
    taken.add(file);
  }
  return list;
}

/** `pretty,junit=a.xml` → both. A comma parts only where a reporter follows: others belong to a file's name. */
function splitReporters(text: string): string[] {
  return text.split(REPORTER_AFTER_COMMA);
}

const REPORTER_AFTER_COMMA = new RegExp(`,(?=(?:${REPORTER_NAMES.join('|')})(?:=|,|$))`);

/** No report is YAML, so that a YAML file which is there is a suite, or something else that is still wanted. */
export function refuseInput(path: string, read: readonly string[]): void {
  const file = fileOf(path);
  if (file === undefined) return;
  const isYaml = /\.ya?ml$/i.test(file) && statSync(file, { throwIfNoEntry: false }) !== undefined;
  if (!isYaml && !read.some((input) => fileOf(input) === file)) return;
  const why = isYaml ? 'it is a YAML file, such as a suite' : 'it is read by this command';
  throw usage(`a report would overwrite ${path}: ${why}`, 'Name another file for the report.');
}

/** One spelling for each file, also for one that is not there yet; undefined for devices such as /dev/null. */
function fileOf(path: string): string | undefined {
  const full = resolve(path);
  const found = statSync(full, { throwIfNoEntry: false });
  if (found) return found.isFile() ? realpathSync(full) : undefined;
  const folder = dirname(full);
  return statSync(folder, { throwIfNoEntry: false }) ? join(realpathSync(folder), basename(full)) : full;
}

/** What can be told before a run is told before it. */
function checkPath(path: string): void {
  if (path === '') throw usage('a report has an empty file name', 'Write --reporter junit=junit.xml.');
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw usage(
      `a report cannot be written to ${path}: it is a folder`,
      `Name a file in it: ${join(path, 'report.txt')}.`,
    );
}

export function reporterName(name: string): ReporterName {
  if ((REPORTER_NAMES as readonly string[]).includes(name)) return name as ReporterName;
  const near = didYouMean(name, REPORTER_NAMES);
  throw usage(
    `there is no reporter ${JSON.stringify(name)}`,
    near ? `did you mean \`${near}\`?` : `Known: ${REPORTER_NAMES.join(', ')}.`,
  );
}

function usage(message: string, hint: string): McptestError {
  return new McptestError({ code: 'bad-reporter', message, hint });
}

/** Ahead of time, while a server is starting. */
export async function warmUpReporters(targets: readonly Destination[]): Promise<void> {
  const { warmUp } = await import('../../report/registry.js');
  await Promise.all(namesOf(targets).map(warmUp));
}

async function loadReporters(
  targets: readonly Destination[],
  run: RunEnvelope,
): Promise<Map<ReporterName, Reporter>> {
  const { loadReporter } = await import('../../report/registry.js');
  return new Map(
    await Promise.all(namesOf(targets).map(async (name) => [name, await loadReporter(name, run)] as const)),
  );
}

function namesOf(targets: readonly Destination[]): ReporterName[] {
  return [...new Set(targets.map(({ reporter }) => reporter))];
}

export interface ReportManner extends Loudness {
  /** Size of the agent report. */
  agentBudget?: number;
  /** Asks for the last run like this one, where a report shows it. */
  since?: (envelope: RunEnvelope) => Promise<RunSince | undefined>;
  /** Something else says on stdout how it went. */
  told?: boolean;
}

/** A report that cannot be written does not keep the others from being written. */
export async function writeReports(
  envelope: RunEnvelope,
  targets: Destination[],
  { agentBudget = 1024, verbose, quiet, told, since }: ReportManner = {},
): Promise<void> {
  const reporters = await loadReporters(targets, envelope);
  // A run before that cannot be read is no reason to have no report of this one.
  const before = reporters.has('html') ? await since?.(envelope).catch(() => undefined) : undefined;
  let failure: McptestError | undefined;
  const written: string[] = [];
  for (const { reporter, path } of targets) {
    const render = reporters.get(reporter);
    if (render === undefined) continue;
    if (quiet && path === undefined && FOR_PEOPLE.has(reporter)) {
      await print(`${await verdictOf(envelope, styleOf(process.stdout))}\n`);
      continue;
    }
    const style = reportStyle(path);
    const text = render(envelope, {
      ...style,
      whole: style.whole === true || verbose === true,
      verbose,
      agent_budget: agentBudget,
      since: before,
    });
    if (path === undefined) await print(text);
    else {
      await writeOut(path, text, `${reporter} report`)
        .then(() => written.push(path))
        .catch((error: McptestError) => {
          failure ??= error;
        });
    }
  }
  if (!told && targets.length > 0 && targets.every(({ path }) => path !== undefined))
    tell(await closingWord(envelope, written, quiet === true));
  if (failure) throw failure;
}

const FOR_PEOPLE = new Set<ReporterName>(['pretty', 'minimal']);

/** Where every report went into a file, one line says how it went and where to read on. */
async function closingWord(envelope: RunEnvelope, files: string[], quiet: boolean): Promise<string> {
  const line = await verdictOf(envelope, styleOf(process.stderr));
  return quiet || files.length === 0 ? line : `${line}; written to ${files.map(visible).join(', ')}`;
}

async function verdictOf(envelope: RunEnvelope, { color }: TextStyle): Promise<string> {
  const { verdictLine } = await import('../../report/counts.js');
  const { painter } = await import('../../report/text/paint.js');
  return verdictLine(envelope, painter(color));
}
