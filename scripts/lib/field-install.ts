/** The servers of the field on disk: installed into a cache without their scripts, and the words that start each. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIELD_SERVERS, type FieldServer } from './field-servers.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = process.env.MCPTEST_FIELD_CACHE ?? join(homedir(), '.cache', 'mcptest-field');

export function install(): void {
  mkdirSync(cache, { recursive: true });
  if (!existsSync(join(cache, 'package.json')))
    writeFileSync(join(cache, 'package.json'), '{"private":true}');
  const missing = [...new Set(FIELD_SERVERS.map(({ pkg }) => pkg))].filter(
    (pkg) => moduleFolder(pkg) === undefined,
  );
  if (missing.length === 0) return;
  const flags = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', [...flags, ...missing], { cwd: cache, stdio: 'inherit' });
}

/** In this repository where it is a dependency, else in the cache. */
function moduleFolder(pkg: string): string | undefined {
  return [root, cache]
    .map((base) => join(base, 'node_modules', pkg))
    .find((path) => existsSync(join(path, 'package.json')));
}

export function manifest(pkg: string): { version: string; bin: string | Record<string, string> } {
  return JSON.parse(readFileSync(join(moduleFolder(pkg)!, 'package.json'), 'utf8'));
}

/** `$PORT` and `$SCRATCH` filled in. */
export function filled(word: string, port: number, scratch: string): string {
  return word.replace('$PORT', String(port)).replace('$SCRATCH', scratch);
}

export function argvOf({ pkg, args = [] }: FieldServer, port: number, scratch: string): string[] {
  const words = args.map((word) => filled(word, port, scratch));
  if (pkg === '') return [process.execPath, ...words];
  const { bin } = manifest(pkg);
  const file = typeof bin === 'string' ? bin : Object.values(bin)[0]!;
  return [process.execPath, join(moduleFolder(pkg)!, file), ...words];
}
