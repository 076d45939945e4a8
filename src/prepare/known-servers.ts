/**
 * What is known of a server without asking it: what a bundled mock says stands in its manifest. And the
 * fingerprints of the local files that a command names, so that a recording can be told apart from them. `suiteFiles` reads
 * both once for all tests of a suite: a table may have thousands.
 */
import { readFile, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { KnownServer } from '../cassette/stale.js';
import { loadManifest } from '../mock/load-manifest.js';
import type { Redactor } from '../redact/redactor.js';
import { instructionsRead } from '../run/agent/bounds.js';
import type { ServerSpec } from '../types/connection.js';
import type { Suite } from '../types/suite.js';
import { sha256 } from '../util/hash.js';

/** By name, those servers that need not be asked. `instructors`: whose instructions are read. */
export async function knownServers(
  servers: readonly ServerSpec[],
  instructors: ReadonlySet<string>,
): Promise<Record<string, KnownServer>> {
  const out: Record<string, KnownServer> = Object.create(null);
  for (const { name, command, cwd, offered } of servers) {
    if (offered !== undefined) {
      out[name] = { tools: offered };
      continue;
    }
    const file = command && manifestOf(command);
    if (file === undefined) continue;
    // A manifest that cannot be read is for the mock to complain about, when it runs.
    const manifest = await loadManifest(resolve(cwd, file)).catch(() => undefined);
    if (manifest === undefined) continue;
    const known: KnownServer = { tools: manifest.tools.map(({ def }) => def) };
    if (manifest.instructions !== undefined && instructors.has(name)) {
      known.instructions = instructionsRead(manifest.instructions).text;
    }
    out[name] = known;
  }
  return out;
}

function manifestOf([program, verb, ...rest]: string[]): string | undefined {
  if (program !== 'mcptest' || verb !== 'mock') return undefined;
  const at = rest.indexOf('--tools-from');
  if (at >= 0) return rest[at + 1];
  return rest.find((word) => word.startsWith('--tools-from='))?.slice('--tools-from='.length);
}

const MOST_BYTES = 4 * 1024 * 1024;

/** Path from the suite's folder → fingerprint, for files in it that some command names. */
export async function namedFiles(
  dir: string,
  started: readonly Pick<ServerSpec, 'command' | 'start' | 'cwd'>[],
): Promise<Record<string, string>> {
  const out: Record<string, string> = {};
  for (const { command = [], start = [], cwd } of started) {
    for (const word of [...command, ...start]) {
      const path = resolve(cwd, word);
      const local = relative(dir, path);
      if (local === '' || local.startsWith('..') || local.includes('node_modules')) continue;
      const found = await stat(path).catch(() => undefined);
      if (!found?.isFile() || found.size > MOST_BYTES) continue;
      out[local.split(sep).join('/')] = await fingerprint(path);
    }
  }
  return out;
}

/** The same whether git wrote the line ends of Windows or not. */
async function fingerprint(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  return sha256(text.replaceAll('\r\n', '\n')).slice(0, 16);
}

export interface SuiteFiles {
  known(
    suite: Suite,
    servers: readonly ServerSpec[],
    instructors: ReadonlySet<string>,
  ): ReturnType<typeof knownServers>;
  /** The files that their commands name, each with its fingerprint. */
  named(suite: Suite, servers: readonly ServerSpec[]): ReturnType<typeof namedFiles>;
}

export function suiteFiles(redactor: Redactor): SuiteFiles {
  const known = onceFor(async (_: Suite, servers: readonly ServerSpec[], instructors: ReadonlySet<string>) =>
    redactor.value(await knownServers(servers, instructors)),
  );
  const named = onceFor(({ dir }: Suite, servers: readonly ServerSpec[]) => namedFiles(dir, servers));
  return { known, named };
}

function onceFor<Rest extends [readonly ServerSpec[], ...ReadonlySet<string>[]], Result>(
  read: (suite: Suite, ...rest: Rest) => Promise<Result>,
): (suite: Suite, ...rest: Rest) => Promise<Result> {
  const kept = new Map<Suite, Map<string, Promise<Result>>>();
  return (suite, ...rest) => {
    const [servers, ...others] = rest;
    const key = JSON.stringify([
      servers.map(({ name }) => name),
      ...others.map((names) => [...names].sort()),
    ]);
    const own = kept.get(suite) ?? new Map<string, Promise<Result>>();
    kept.set(suite, own);
    const result = own.get(key) ?? read(suite, ...rest);
    own.set(key, result);
    return result;
  };
}
