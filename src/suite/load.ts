/** Finding suite files and reading them: named files, folders, or the default suite of a folder. */
import { type Dirent, promises as fs } from 'node:fs';
import { join, resolve } from 'node:path';
import { didYouMean } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';
import { type LoadOptions, type LoadResult, parseSuite, unique } from './parse-suite.js';
import { displayPath } from './paths.js';
import { inOrder } from './problems.js';
import { readText } from './read-file.js';

export { isMissingEnv } from './interpolate.js';
export type { LoadOptions, LoadResult } from './parse-suite.js';
export { configOf, parseSuite } from './parse-suite.js';

const DEFAULTS = ['mcptest.yaml', 'mcptest.yml'];
const SUITE_FILE = /(^|\.)mcptest\.ya?ml$/;
const SKIPPED = new Set(['node_modules', '.git', '.github', '.mcptest']);

export interface FileLoadResult extends LoadResult {
  /** What does not stop a run and is worth a word, such as a folder that could not be read. */
  warnings: string[];
  /** What was read, as it is shown. */
  files: string[];
}

/** Without a path: the default suite of the current folder. A folder means every suite below it. */
export async function loadSuites(paths: string[], options: LoadOptions): Promise<FileLoadResult> {
  const { files, unread } =
    paths.length === 0
      ? { files: [await defaultSuite(options.cwd)], unread: [] }
      : await findSuites(paths, options.cwd);
  const all: LoadResult = { suites: [], problems: [], secrets: [], variables: [] };
  for (const file of files) {
    const read = await readText(file);
    if ('problem' in read) {
      const display = displayPath(file, options.cwd);
      all.problems.push({ path: '', message: read.problem, hint: null, file: display, line: 1, column: 1 });
      continue;
    }
    const parsed = await parseSuite(read.text, { ...options, file });
    all.suites.push(...parsed.suites);
    all.problems.push(...parsed.problems);
    all.secrets.push(...parsed.secrets);
    all.variables.push(...parsed.variables);
  }
  const secrets = unique(all.secrets);
  // Together, in the order of the files: a name that two suites give to two values belongs to the first.
  options.redactor?.declare(secrets);
  const variables = [...new Set(all.variables)];
  if (all.problems.length === 0) refuseUnused(Object.keys(options.vars ?? {}), variables);
  return {
    suites: all.suites,
    problems: inOrder(all.problems),
    secrets,
    variables,
    files: files.map((file) => displayPath(file, options.cwd)),
    warnings: [
      ...unread.map(({ folder, code }) => {
        const shown = oneLine(displayPath(folder, options.cwd));
        return `the folder ${shown} cannot be read (${code}): suites in it are left out`;
      }),
      ...all.suites.flatMap(({ remarks = [] }) => remarks),
    ],
  };
}

/** A mistyped `--var` would change nothing, and nobody would notice. */
function refuseUnused(given: string[], variables: string[]): void {
  const unused = given.find((name) => !variables.includes(name));
  if (unused === undefined) return;
  const near = didYouMean(unused, variables);
  throw new McptestError({
    code: 'unknown-variable',
    message: `--var ${unused}: no suite declares or reads this variable`,
    hint:
      near === undefined
        ? `Declare it in \`variables:\`, or read it as \${${unused}}.`
        : `did you mean \`${near}\`?`,
  });
}

async function defaultSuite(cwd: string): Promise<string> {
  for (const name of DEFAULTS) {
    const file = resolve(cwd, name);
    const stat = await fs.stat(file).catch(() => undefined);
    if (stat?.isFile()) return file;
  }
  throw new McptestError({
    code: 'no-suite',
    message: 'there is no mcptest.yaml or mcptest.yml in this folder',
    hint: 'Name a suite, or a folder (`.` for all suites below this one), or let `mcptest init` write one for your server.',
  });
}

interface Found {
  files: string[];
  /** Folders below a named one that could not be looked into. */
  unread: { folder: string; code: string }[];
}

async function findSuites(paths: string[], cwd: string): Promise<Found> {
  const found = new Set<string>();
  const unread: Found['unread'] = [];
  for (const path of paths) {
    const start = resolve(cwd, path);
    const stat = await fs.stat(start).catch(() => undefined);
    if (stat === undefined) {
      throw new McptestError({
        code: 'no-suite',
        message: `there is no file or folder ${path}`,
        hint: 'Check the path; it is read from the current folder.',
      });
    }
    if (!stat.isDirectory()) {
      found.add(start);
      continue;
    }
    const below = await suitesBelow(start);
    const closed = below.unread.map(({ folder }) => oneLine(displayPath(folder, cwd)));
    if (below.files.length === 0) {
      throw new McptestError({
        code: 'no-suite',
        message: `there is no suite below ${path}${closed.length === 0 ? '' : ` that can be read; ${closed.join(', ')} cannot be read`}`,
        hint: 'A suite is called mcptest.yaml or ends in .mcptest.yaml (or .yml).',
      });
    }
    for (const file of below.files) found.add(file);
    unread.push(...below.unread);
  }
  return { files: [...found], unread };
}

async function suitesBelow(start: string): Promise<Found> {
  const out: string[] = [];
  const unread: Found['unread'] = [];
  const folders = [start];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const folder = next;
    const entries: Dirent[] = await fs.readdir(folder, { withFileTypes: true }).catch((error) => {
      // One that is named must be readable; what stands below it may belong to somebody else.
      if (folder === start) throw error;
      unread.push({ folder, code: error.code });
      return [];
    });
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) folders.push(path);
      } else if (SUITE_FILE.test(entry.name) && (entry.isFile() || (await isFile(path)))) out.push(path);
    }
  }
  return { files: out.sort(), unread };
}

async function isFile(path: string): Promise<boolean> {
  const stat = await fs.stat(path).catch(() => undefined);
  return stat?.isFile() === true;
}
