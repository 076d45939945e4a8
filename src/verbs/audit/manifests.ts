/** The manifests beside a server: `server.json`, `mcpName` of `package.json`, and a bundle's `manifest.json`. */
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { envNames } from '../../manifest/env-names.js';
import { bundleProblems, isBundle } from '../../manifest/mcpb.js';
import { listOf, serverJsonProblems } from '../../manifest/server-json.js';
import type { ServerSpec } from '../../types/connection.js';
import type { ManifestProblem } from '../../types/manifest.js';
import { isObject, ownValue } from '../../util/plain.js';

export interface SeenServer {
  transport: 'stdio' | 'http';
}

export interface ManifestPlace {
  workspace: string;
  spec: ServerSpec;
}

/** Only of a server that is the one of this folder: `npx some-server` is somebody else's. */
export async function manifestProblems(
  seen: SeenServer,
  { workspace, spec }: ManifestPlace,
): Promise<{ problems: ManifestProblem[]; note?: string }> {
  const [manifest, own, bundle] = await Promise.all(
    ['server.json', 'package.json', 'manifest.json'].map((name) => readJson(join(workspace, name))),
  );
  const isThere = manifest !== undefined || isBundle(bundle);
  if (!isThere) return { problems: [] };
  if (!isOfFolder(spec, workspace, { manifest, own }))
    return { problems: [], note: 'server.json of this folder is of another server and was not looked at' };
  const packageJson = isObject(own) ? own : undefined;
  const env = await sourceEnv(workspace);
  const problems =
    manifest === undefined
      ? []
      : serverJsonProblems(manifest, { package: packageJson, env, transport: seen.transport, url: spec.url });
  if (isBundle(bundle))
    problems.push(
      ...bundleProblems(bundle, {
        package: packageJson,
        exists: (path) => existsSync(resolve(workspace, path)),
      }),
    );
  const isUnknown = manifest !== undefined && env === undefined;
  return isUnknown
    ? { problems, note: 'server.json: environment variables are unknown, as no source was found here' }
    : { problems };
}

/** Undefined where there is no such file; null where it is no JSON. */
async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const RUNNERS = /^(?:npx|uvx|bunx|pnpm|yarn|docker|podman|npm|pipx)(?:\.cmd)?$/;

function isOfFolder(
  { command, url, cwd }: ServerSpec,
  workspace: string,
  { manifest, own }: { manifest: unknown; own: unknown },
): boolean {
  if (url !== undefined) return listOf(manifest, 'remotes').some((one) => ownValue(one, 'url') === url);
  const [program = '', ...words] = command ?? [];
  const packages = [
    ownValue(own, 'name'),
    ...listOf(manifest, 'packages').map((one) => ownValue(one, 'identifier')),
  ];
  const isNamed = words.some((word) => packages.includes(word.replace(/(?<=.)@[^/]*$/, '')));
  if (isNamed) return true;
  if (RUNNERS.test(program)) return false;
  // Of the words of a command those that are files of the folder say whose it is.
  return [program, ...words].some((word) => {
    const path = resolve(cwd, word);
    const inside = relative(workspace, path);
    return (
      word !== '' &&
      !inside.startsWith('..') &&
      !inside.includes('node_modules') &&
      inside !== '' &&
      existsSync(path)
    );
  });
}

const SOURCES = /\.(?:[cm]?[jt]sx?|py)$/;
const SKIPPED = new Set([
  'node_modules',
  '.git',
  'test',
  'tests',
  '__tests__',
  'coverage',
  'examples',
  '.venv',
  'venv',
  'scripts',
]);
const TESTS = /\.(?:test|spec)\.|^test_/;
const MOST_FILES = 400;
const MOST_BYTES = 2_000_000;

/** What the source of a package reads of the environment; undefined where there is none to read. */
export async function sourceEnv(folder: string): Promise<string[] | undefined> {
  const texts: string[] = [];
  const waiting = [folder];
  for (let next = waiting.shift(); next !== undefined && texts.length < MOST_FILES; next = waiting.shift()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) waiting.push(path);
      else if (
        entry.isFile() &&
        SOURCES.test(entry.name) &&
        !TESTS.test(entry.name) &&
        texts.length < MOST_FILES
      ) {
        const { size } = await stat(path);
        if (size <= MOST_BYTES) texts.push(await readFile(path, 'utf8').catch(() => ''));
      }
    }
  }
  return texts.length === 0 ? undefined : envNames(texts);
}
