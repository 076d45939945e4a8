/**
 * `imports:` — files that lend servers, variables, models and agents. The suite's own win. What a file says of files is
 * meant from its own folder, whoever imports it.
 */
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { readYaml } from '../source/plain-yaml.js';
import { copyMarks, type LocatedValue, locate } from '../source/spots.js';
import type { SuiteProblem } from '../types/suite.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip } from '../util/text.js';
import { unknownKey } from './complaints.js';
import { CONFIG_KEYS, EXTENSION_KEY, IMPORTED_KEYS, SUITE_KEYS } from './language.js';
import { addMissing, appendMissing, mergeOver, put, without } from './merge.js';
import { displayPath, suiteFolder } from './paths.js';
import { problemAt, problemOf } from './problems.js';
import { readText } from './read-file.js';

export interface ImportContext {
  /** The suite that imports. */
  file: string;
  cwd: string;
  workspace: string;
}

const LENT = ['servers', 'variables', 'models', 'agents'];
const MAX_IMPORTS = 50;

export async function addImports(
  root: LocatedValue,
  context: ImportContext,
  problems: SuiteProblem[],
): Promise<Record<string, unknown>> {
  let suite = root.value as Record<string, unknown>;
  const paths = ownValue(suite, 'imports');
  if (!Array.isArray(paths)) return suite;
  if (paths.length > MAX_IMPORTS) {
    problems.push(
      problemOf(root, { path: ['imports'], message: `at most ${MAX_IMPORTS} files can be imported` }),
    );
    return suite;
  }
  // Later files win over earlier ones, so the last one is added first.
  for (const [index, path] of [...paths.entries()].reverse()) {
    if (typeof path !== 'string') continue;
    const spot = locate(root, ['imports', index]);
    const file = resolve(dirname(context.file), path);
    const refusal = isAbsolute(path)
      ? 'an import is a relative path'
      : await outside(file, boundaryOf(context));
    const read = refusal === undefined ? await readText(file) : { problem: refusal };
    if ('problem' in read) {
      problems.push(problemAt(spot, `\`${clip(path, 200)}\` cannot be imported: ${read.problem}`));
      continue;
    }
    const shared = await readShared(read.text, { file, cwd: context.cwd, keys: IMPORTED_KEYS }, problems);
    if (shared !== undefined) suite = lend(suite, shared);
  }
  return suite;
}

/** As if every suite imported `mcptest.config.yml` first; `rules` and `run_options` of it count where a suite says nothing. */
export async function addConfig(
  suite: Record<string, unknown>,
  { file, cwd }: { file: string; cwd: string },
  problems: SuiteProblem[],
): Promise<{ suite: Record<string, unknown>; servers: string[] }> {
  const read = await readText(file);
  const display = displayPath(file, cwd);
  if ('problem' in read) {
    problems.push({ path: '', message: read.problem, hint: null, file: display, line: 1, column: 1 });
    return { suite, servers: [] };
  }
  const shared = await readShared(read.text, { file, cwd, keys: CONFIG_KEYS }, problems);
  if (shared === undefined) return { suite, servers: [] };
  const out = lend(suite, shared);
  for (const key of ['rules', 'run_options']) {
    const [mine, theirs] = [ownValue(suite, key), ownValue(shared, key)];
    if (theirs === undefined) continue;
    if (mine === undefined) put(out, key, theirs, shared);
    else if (isObject(mine) && isObject(theirs)) put(out, key, mergeOver(theirs, mine), suite);
  }
  const own = Object.keys(Object(ownValue(suite, 'servers')));
  const all = Object.keys(Object(ownValue(out, 'servers')));
  return { suite: out, servers: all.filter((name) => !own.includes(name)) };
}

interface SharedFile {
  file: string;
  cwd: string;
  /** What it may hold. */
  keys: readonly string[];
}

/** What a file lends, meant from its folder. Undefined where it is no such file. */
async function readShared(
  text: string,
  { file, cwd, keys }: SharedFile,
  problems: SuiteProblem[],
): Promise<Record<string, unknown> | undefined> {
  const parsed = await readYaml(text, displayPath(file, cwd));
  problems.push(...parsed.problems.map(({ spot, message, hint }) => problemAt(spot, message, hint)));
  if (parsed.problems.length > 0) return undefined;
  // A configuration may be empty: it marks the root.
  if (parsed.value === null && keys === CONFIG_KEYS) return undefined;
  if (!isObject(parsed.value)) {
    const named = keys.filter((key) => key !== '$schema').map((key) => `\`${key}\``);
    const what = keys === CONFIG_KEYS ? 'mcptest.config.yml' : 'an imported file';
    problems.push(
      problemAt(parsed.spot, `${what} is a map with ${named.slice(0, -1).join(', ')} or ${named.at(-1)}`),
    );
    return undefined;
  }
  problems.push(...foreignKeys(parsed, keys));
  return fromFolder(parsed.value, dirname(file));
}

/** The root of the repository, so that packages share files; an inline suite stays in the workspace. */
function boundaryOf({ file, workspace }: ImportContext): string {
  if (suiteFolder(file, workspace) !== dirname(file)) return workspace;
  for (let dir = resolve(workspace); ; dir = dirname(dir)) {
    if (existsSync(join(dir, '.git'))) return dir;
    if (dir === dirname(dir)) return workspace;
  }
}

/** Servers start in the folder of the file that declares them, and `${CONFIG_DIR}` is that folder. */
function fromFolder(file: Record<string, unknown>, dir: string): Record<string, unknown> {
  const out = homed(file, dir) as Record<string, unknown>;
  const servers = ownValue(out, 'servers');
  for (const server of Object.values(isObject(servers) ? servers : {})) {
    if (!isObject(server)) continue;
    const { cwd = '.' } = server;
    const starts = ['command', 'start', 'cwd'].some((key) => Object.hasOwn(server, key));
    if (starts && typeof cwd === 'string') server.cwd = resolve(dir, cwd);
  }
  return out;
}

function homed(value: unknown, dir: string): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/(\$?)\$\{CONFIG_DIR\}/g, (text, escaped: string) =>
      escaped === '' ? dir.replaceAll('${', () => '$${') : text,
    );
  if (typeof value !== 'object' || value === null) return value;
  const out = Array.isArray(value)
    ? value.map((item) => homed(item, dir))
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, homed(inner, dir)]));
  copyMarks(value, out);
  return out;
}

export const OUTSIDE = 'it is outside the workspace';

/** Why a file may not be read, if it may not. */
export async function outside(file: string, workspace: string): Promise<string | undefined> {
  try {
    const [real, root] = [await realpath(file), await realpath(workspace)];
    const path = relative(root, real);
    return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? OUTSIDE : undefined;
  } catch {
    return 'there is no such file';
  }
}

function foreignKeys(parsed: LocatedValue, keys: readonly string[]): SuiteProblem[] {
  return Object.keys(parsed.value as object)
    .filter((key) => !keys.includes(key) && !EXTENSION_KEY.test(key))
    .map((key) => {
      const complaint = unknownKey([], key, keys);
      if (!SUITE_KEYS.includes(key)) return problemOf(parsed, complaint);
      const hint =
        keys === CONFIG_KEYS
          ? 'it holds `servers`, `variables`, `models`, `agents`, `rules` and `run_options` only; tests stand in suites'
          : 'an imported file lends `servers`, `variables`, `models` and `agents` only';
      return problemOf(parsed, { ...complaint, hint });
    });
}

function lend(suite: Record<string, unknown>, from: Record<string, unknown>): Record<string, unknown> {
  const out = without(suite, () => false);
  for (const key of LENT) {
    const [mine, theirs] = [ownValue(suite, key), ownValue(from, key)];
    if (theirs === undefined) continue;
    if (mine === undefined) put(out, key, theirs, from);
    else if (isObject(mine) && isObject(theirs)) put(out, key, addMissing(mine, theirs), suite);
    else if (Array.isArray(mine) && Array.isArray(theirs)) put(out, key, appendMissing(mine, theirs), suite);
  }
  return out;
}
