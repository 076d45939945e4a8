/**
 * SQLite as WebAssembly, for a Node that brings none. Its driver locks with a folder beside the file, which
 * has two faults that a killed process brings to light: nobody takes the folder away, and a folder of our
 * own is taken for that of another writer, so that what was half written is never rolled back. Both are
 * mended here, around each call: the folder says whose it is, and our own is not another's.
 */
import fs from 'node:fs';
import type { SqliteFile } from './sqlite.js';

export async function openWasm(path: string): Promise<SqliteFile> {
  const { default: wasm } = await import('node-sqlite3-wasm');
  const inside = lockedRight(path);
  const database = inside(() => new wasm.Database(path));
  return {
    name: 'node-sqlite3-wasm',
    exec: (text) => inside(() => database.exec(text)),
    prepare: (text) => {
      const statement = inside(() => database.prepare(text));
      return {
        all: (values) => inside(() => statement.all([...values])),
        iterate: (values) => steps(inside, statement.iterate([...values])),
        run: (values) => inside(() => statement.run([...values]).changes),
        finalize: () => inside(() => statement.finalize()),
      };
    },
    close: () => inside(() => database.close()),
  };
}

type Inside = <T>(work: () => T) => T;

function* steps(inside: Inside, rows: IterableIterator<unknown>): Iterable<unknown> {
  try {
    for (let next = inside(() => rows.next()); !next.done; next = inside(() => rows.next())) yield next.value;
  } finally {
    inside(() => rows.return?.());
  }
}

/** Runs a call of the driver, which is over before anybody else can look at `fs`. */
function lockedRight(path: string): Inside {
  const folder = `${path}.lock`;
  const owner = `${path}.lock-owner`;
  const { accessSync, mkdirSync } = fs;
  const own = {
    accessSync: ((file, mode) => {
      // Asked only while the folder is ours: nobody else can have it.
      if (file === folder) throw Object.assign(new Error('no other writer'), { code: 'ENOENT' });
      accessSync(file, mode);
    }) as typeof accessSync,
    mkdirSync: ((file: fs.PathLike) => {
      if (file !== folder) return mkdirSync(file);
      freeLostLock(path);
      mkdirSync(folder);
      fs.writeFileSync(owner, String(process.pid));
      return undefined;
    }) as typeof mkdirSync,
  };
  return (work) => {
    Object.assign(fs, own);
    try {
      return work();
    } finally {
      Object.assign(fs, { accessSync, mkdirSync });
    }
  };
}

const NEW_MS = 3000;

/** Takes away the lock of a process that is gone. */
function freeLostLock(path: string): void {
  const lock = fs.statSync(`${path}.lock`, { throwIfNoEntry: false });
  // Whoever has just made it may not have said so yet.
  if (lock === undefined || Date.now() - lock.mtimeMs < NEW_MS) return;
  const pid = Number(readOr(`${path}.lock-owner`, ''));
  if (pid === process.pid || (pid > 0 && isAlive(pid))) return;
  fs.rmSync(`${path}.lock`, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function readOr(file: string, otherwise: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
