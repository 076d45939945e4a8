/** Real servers of the npm registry, installed into a cache and started without a network: for every field run. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIELD_SERVERS, type FieldServer } from './field-servers.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = process.env.MCPTEST_FIELD_CACHE ?? join(homedir(), '.cache', 'mcptest-field');
export const scratch = mkdtempSync(join(tmpdir(), 'mcptest-field-'));

/** What is not in the cache yet, without its scripts. */
export function install(): void {
  mkdirSync(cache, { recursive: true });
  if (!existsSync(join(cache, 'package.json')))
    writeFileSync(join(cache, 'package.json'), '{"private":true}');
  const missing = [...new Set(FIELD_SERVERS.map(({ pkg }) => pkg))].filter(
    (pkg) => moduleFolder(pkg) === undefined,
  );
  if (missing.length === 0) return;
  const flags = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
  execFileSync('npm', [...flags, ...missing], { cwd: cache, stdio: 'inherit' });
}

/** In this repository where it is a dependency, else in the cache. */
function moduleFolder(pkg: string): string | undefined {
  return [root, cache]
    .map((base) => join(base, 'node_modules', pkg))
    .find((path) => existsSync(join(path, 'package.json')));
}

export function nameOf({ pkg, args = [], http }: FieldServer): string {
  const own = args[0]?.endsWith('sdk-mcp.mjs') ? 'a server on SDK 2.x' : `mcptest ${args[1] ?? ''}`;
  return `${pkg === '' ? own : `${pkg} ${manifest(pkg).version}`}${http === undefined ? '' : ', HTTP'}`;
}

function manifest(pkg: string): { version: string; bin: string | Record<string, string> } {
  return JSON.parse(readFileSync(join(moduleFolder(pkg)!, 'package.json'), 'utf8'));
}

export function argvOf({ pkg, args = [] }: FieldServer, port: number): string[] {
  const filled = args.map((word) => word.replace('$PORT', String(port)).replace('$SCRATCH', scratch));
  if (pkg === '') return [process.execPath, ...filled];
  const { bin } = manifest(pkg);
  const file = typeof bin === 'string' ? bin : Object.values(bin)[0]!;
  return [process.execPath, join(moduleFolder(pkg)!, file), ...filled];
}

export function envOf({ env = {} }: FieldServer, port: number): Record<string, string> {
  const filled = (value: string): string => value.replace('$PORT', String(port)).replace('$SCRATCH', scratch);
  return Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)]));
}

/** One that speaks HTTP, once it listens. */
export async function overHttp(server: FieldServer): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const [program = '', ...args] = argvOf(server, port);
  const env = { ...process.env, ...envOf(server, port) };
  const child = spawn(program, args, { cwd: root, env, stdio: 'ignore' });
  await listening(port);
  return { child, url: `http://127.0.0.1:${port}${server.http}` };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
