/**
 * Loads the bundle together with what V8 compiled of it the last time, which more than halves the time to start.
 * What is kept lies in the user's cache folder, one file for each command, and names the bundle, so that another
 * build never meets it. Its checksum is checked, because V8 trusts what it is given, and nothing is
 * read or written where another user could have put a file. Whatever goes wrong here costs time, never the run.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { makeFolders } from '../store/own-folder.js';

/** About 60 MB at most; one build with one Node uses one file for each command. */
const KEPT_FILES = 40;
const DIGEST_BYTES = 32;
/** The other file of the bundle, as the first one asks for it. */
const REST = './rest.cjs';
/** What the bundle's modules expect around them. */
const WRAPPER = ['(function (exports, require, module, __filename, __dirname) {', '\n})'] as const;

export interface Bundle {
  start: (argv: string[]) => Promise<void>;
  /** By name, the parts that have been used so far. */
  loaded: Map<string, unknown>;
}

export interface CachePlace {
  folder: string;
  /** Tells builds and commands apart. */
  key: string;
}

/** Where a command's code is kept; undefined when the user wants nothing kept. */
export function codePlace(bundle: string, argv: string[], env: NodeJS.ProcessEnv): CachePlace | undefined {
  // Coverage counts what V8 compiles in this very process.
  if (env.NODE_DISABLE_COMPILE_CACHE || env.NODE_V8_COVERAGE) return undefined;
  const command = argv.find((word) => /^[a-z][a-z-]{0,30}$/.test(word)) ?? 'mcptest';
  const base = cacheFolder(env);
  if (base === undefined) return undefined;
  const tag = cachedDataVersionTag().toString(16);
  const id = digest(Buffer.from(bundle)).toString('hex').slice(0, 16);
  return { folder: join(base, 'mcptest', 'code'), key: `${id}-${tag}-${command}` };
}

function cacheFolder(env: NodeJS.ProcessEnv): string | undefined {
  // A relative path would put the folder wherever the command happens to run.
  const given = [env.XDG_CACHE_HOME, process.platform === 'win32' ? env.LOCALAPPDATA : undefined];
  const chosen = given.find((path) => path && isAbsolute(path));
  if (chosen) return chosen;
  try {
    const home = env.HOME || homedir();
    return isAbsolute(home) ? join(home, '.cache') : undefined;
  } catch {
    // A user without a home.
    return undefined;
  }
}

/** What V8 compiled of each file of the bundle, by the file's name, and the parts that had been used by then. */
interface Kept {
  parts: Set<string>;
  code: Map<string, Buffer>;
}

/** The bundle's exports, and whether kept code was used. The file that it requires beside itself is loaded likewise. */
export function loadBundle(file: string, place: CachePlace | undefined): { bundle: Bundle; kept: boolean } {
  const known = place && read(place);
  const scripts = new Map<string, Script>();
  let kept = known !== undefined;
  const load = (path: string): unknown => {
    const name = basename(path);
    const script = new Script(WRAPPER.join(readFileSync(path, 'latin1')), {
      filename: path,
      cachedData: known?.code.get(name),
    });
    if (script.cachedDataRejected) kept = false;
    scripts.set(name, script);
    const module = { exports: {} };
    const required = createRequire(path);
    let rest: unknown;
    const require = (id: string): unknown => {
      if (id !== REST) return required(id);
      rest ??= load(join(dirname(path), REST));
      return rest;
    };
    script.runInThisContext()(module.exports, Object.assign(require, required), module, path, dirname(path));
    return module.exports;
  };
  const bundle = load(file) as Bundle;
  if (place) {
    process.on('exit', () => {
      try {
        const used = [...bundle.loaded.keys()];
        if (kept && used.every((name) => known!.parts.has(name))) return;
        const before = kept ? known! : { parts: [], code: [] };
        const code = new Map(before.code);
        for (const [name, script] of scripts) code.set(name, script.createCachedData());
        write(place, { parts: new Set([...before.parts, ...used]), code });
      } catch {
        // The next start compiles again.
      }
    });
  }
  return { bundle, kept };
}

function read({ folder, key }: CachePlace): Kept | undefined {
  try {
    mustBeOurs(statSync(folder));
    const bytes = readOwn(join(folder, key));
    const body = bytes.subarray(DIGEST_BYTES);
    if (!digest(body).equals(bytes.subarray(0, DIGEST_BYTES))) return undefined;
    const end = body.indexOf('\0');
    const { parts, files } = JSON.parse(body.toString('utf8', 0, end)) as Head;
    const code = new Map<string, Buffer>();
    let at = end + 1;
    for (const [name, size] of files) {
      code.set(name, body.subarray(at, at + size));
      at += size;
    }
    return { parts: new Set(parts), code };
  } catch {
    return undefined;
  }
}

/** What a kept file begins with, after its checksum. */
interface Head {
  parts: string[];
  files: [name: string, bytes: number][];
}

function readOwn(file: string): Buffer {
  const handle = openSync(file, 'r');
  try {
    mustBeOurs(fstatSync(handle));
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

function mustBeOurs({ uid, mode }: Stats): void {
  if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) throw new Error('not ours');
}

function write({ folder, key }: CachePlace, { parts, code }: Kept): void {
  const head: Head = { parts: [...parts], files: [...code].map(([name, { length }]) => [name, length]) };
  const body = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\0`), ...code.values()]);
  makeFolders(folder, 0o700);
  mustBeOurs(statSync(folder));
  const next = join(folder, `${key}.${process.pid}`);
  try {
    writeFileSync(next, Buffer.concat([digest(body), body]), { mode: 0o600 });
    renameSync(next, join(folder, key));
  } finally {
    rmSync(next, { force: true });
  }
  forgetOldest(folder);
}

function forgetOldest(folder: string): void {
  const files = readdirSync(folder).map((name) => join(folder, name));
  if (files.length <= KEPT_FILES) return;
  const byAge = files.map((file) => ({ file, written: statSync(file).mtimeMs }));
  byAge.sort((a, b) => b.written - a.written);
  for (const { file } of byAge.slice(KEPT_FILES)) rmSync(file, { force: true });
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
