/**
 * `--format cassette`: a cassette is one document, so a recorder writes to a file of its own beside it, and puts what
 * is there into the cassette when it ends. What a killed recorder left is put in by the next one, or by whoever reads the
 * cassette.
 */
import { randomBytes } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cassetteText, readCassette } from '../cassette/file.js';
import { PROXY_SUITE, withSessions } from '../cassette/from-wire.js';
import { replaceFile } from '../store/files.js';
import type { Cassette } from '../types/cassette.js';
import { EXIT, McptestError } from '../util/errors.js';
import { readUpTo } from '../util/files.js';
import { oneLine } from '../util/text.js';
import { isWireLine, WireReader } from '../wire/exchanges.js';

const PATIENCE_MS = 10_000;
const LOOK_MS = 20;

/** Where a recorder writes until it ends. */
export function partFile(file: string): string {
  return `${file}.${process.pid}-${randomBytes(3).toString('hex')}.part`;
}

/** Throws where there is a cassette that is not of a recorder: nothing is added to that of a test. */
export async function refuseOtherCassette(file: string): Promise<void> {
  await readOwn(file);
}

/** Puts what recorders have left, and the part of this one, into the cassette. */
export async function foldParts(file: string, own?: string): Promise<void> {
  const unlock = await lock(`${file}.lock`);
  try {
    const parts = (await leftParts(file)).concat(own ?? []);
    if (parts.length === 0) return;
    let cassette = await readOwn(file);
    for (const part of parts) cassette = withSessions(cassette, await readLines(part), testOf(file));
    if (cassette !== undefined) await replaceFile(file, cassetteText(cassette));
    for (const part of parts) await rm(part, { force: true });
  } finally {
    await unlock();
  }
}

/** The cassette with what killed recorders left beside it; nothing is written. */
export async function readRecorded(file: string): Promise<Cassette | undefined> {
  const text = await readText(file);
  const start = text?.trimStart() ?? '';
  if (start.startsWith('{"wire":')) return withSessions(undefined, readerOf(start), testOf(file));
  let cassette = text === undefined ? undefined : readCassette(text, file);
  for (const part of await leftParts(file))
    cassette = withSessions(cassette, await readLines(part), testOf(file));
  return cassette;
}

function testOf(file: string): string {
  return basename(file).replace(/\.jsonl?$/, '');
}

async function readOwn(file: string): Promise<Cassette | undefined> {
  const text = await readText(file);
  if (text === undefined || text === '') return undefined;
  const cassette = readCassette(text, file);
  if (cassette.suite === PROXY_SUITE) return cassette;
  throw new McptestError({
    code: 'not-a-recording',
    message: `${oneLine(file)} is the cassette of the test ${oneLine(cassette.test)}, not one of a recorder`,
    hint: 'Name another file with --record.',
    exitCode: EXIT.usage,
  });
}

async function readText(file: string): Promise<string | undefined> {
  return readUpTo(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new McptestError({
      code: 'invalid-cassette',
      message: `${oneLine(file)} cannot be read: ${cause.code === 'EISDIR' ? 'it is a folder' : oneLine(cause.message)}`,
      hint: 'Name a cassette, or a recording of `mcptest proxy --record FILE`.',
      exitCode: EXIT.usage,
      cause,
    });
  });
}

/** Parts whose recorder is no more. */
async function leftParts(file: string): Promise<string[]> {
  const folder = dirname(file);
  const names = await readdir(folder).catch(() => [] as string[]);
  return names
    .filter((name) => name.startsWith(`${basename(file)}.`) && /\.\d+-[0-9a-f]{6}\.part$/.test(name))
    .filter((name) => !isAlive(Number(/\.(\d+)-[0-9a-f]{6}\.part$/.exec(name)?.[1])))
    .sort()
    .map((name) => join(folder, name));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function readLines(part: string): Promise<WireReader> {
  return readerOf((await readText(part)) ?? '');
}

/** A line that is cut, or not of a recording, is passed over: whoever wrote it was killed. */
function readerOf(text: string): WireReader {
  const reader = new WireReader();
  for (const line of text.split('\n')) {
    const value = line === '' ? undefined : parse(line);
    if (isWireLine(value)) reader.add(value);
  }
  return reader;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** One recorder at a time; a lock that is older than anybody's patience was left by one that was killed. */
async function lock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    const handle = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined;
      throw error;
    });
    if (handle) {
      await handle.close();
      return () => rm(path, { force: true });
    }
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0);
    if (age > PATIENCE_MS) await rm(path, { force: true });
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
